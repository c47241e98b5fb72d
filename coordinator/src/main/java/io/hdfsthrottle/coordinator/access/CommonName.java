package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.identity.PlainText;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** The common name of a certificate's subject (RFC 4519, section 2.3). */
final class CommonName {
    private CommonName() {}

    /** The most specific common name; empty if there is none, or it is no plain text. */
    static Optional<String> of(X509Certificate certificate) {
        try {
            LdapName subject =
                    new LdapName(certificate.getSubjectX500Principal().getName());
            // The most specific part of a distinguished name comes last here (RFC 2253 writes it first).
            for (int i = subject.size() - 1; i >= 0; i--) {
                Rdn part = subject.getRdn(i);
                if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
                    return PlainText.is(name) && !name.isEmpty() ? Optional.of(name) : Optional.empty();
                }
            }
            return Optional.empty();
        } catch (InvalidNameException malformed) {
            return Optional.empty();
        }
    }
}
