package io.hdfsthrottle.coordinator.access;

import com.google.common.hash.Hashing;
import io.hdfsthrottle.secret.SecretFile;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A bearer token, a certificate or a Kerberos principal, and the permissions of its holder. The token itself is not
 * kept.
 *
 * @param authority the permissions of its holder
 * @param hash SHA-256 of the token, in hexadecimal, if it is a token
 * @param certificate the common name of the certificate's subject, if it is one
 * @param principal the principal, {@code user@REALM}, if it is one
 */
record Credential(
        Authority authority, Optional<String> hash, Optional<String> certificate, Optional<String> principal) {
    static Credential token(Authority authority, String hash) {
        return new Credential(authority, Optional.of(hash), Optional.empty(), Optional.empty());
    }

    static Credential certificate(Authority authority, String commonName) {
        return new Credential(authority, Optional.empty(), Optional.of(commonName), Optional.empty());
    }

    /** Whether that is the token, in constant time. */
    boolean isOf(String token) {
        return SecretFile.isToken(token)
                && hash.filter(expected -> MessageDigest.isEqual(
                                hash(token).getBytes(StandardCharsets.US_ASCII),
                                expected.getBytes(StandardCharsets.US_ASCII)))
                        .isPresent();
    }

    /** Whether that is the common name of its certificate. */
    boolean isOfCertificate(String commonName) {
        return certificate.filter(commonName::equals).isPresent();
    }

    /** Whether that is its principal. */
    boolean isOfPrincipal(String asked) {
        return principal.filter(asked::equals).isPresent();
    }

    static String hash(String token) {
        return Hashing.sha256().hashString(token, StandardCharsets.UTF_8).toString();
    }

    /** The permissions of its holder and the kind of proof that it requires, without a secret. */
    String described() {
        StringBuilder text = new StringBuilder(authority.roles().stream()
                .sorted()
                .map(role -> role.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(",")));
        authority.tenant().ifPresent(tenant -> text.append(" tenant=").append(tenant.name()));
        authority.user().ifPresent(user -> text.append(" user=").append(user));
        hash.ifPresent(secret -> text.append(" token"));
        certificate.ifPresent(name -> text.append(" certificate=").append(name));
        principal.ifPresent(name -> text.append(" kerberos=").append(name));
        return text.toString();
    }

    @Override
    public String toString() {
        return authority.name();
    }
}
