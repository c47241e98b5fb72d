package io.hdfsthrottle.coordinator.kerberos;

import io.hdfsthrottle.secret.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KeyTab;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.Oid;

/**
 * Accepts the Kerberos tickets that callers send (SPNEGO, RFC 4559) with the JDK's GSS-API, as Jetty's own login
 * service for SPNEGO does. One message decides: there is no state between requests. The JDK refuses a message that was
 * sent before, as long as it would be fresh. Thread-safe; a new keytab counts at once.
 */
public final class Tickets {
    /** A message has no more characters than this: enough for a ticket that lists hundreds of groups. */
    public static final int LONGEST = 16 * 1024;

    private static final String SPNEGO = "1.3.6.1.5.5.2";
    private static final String KERBEROS = "1.2.840.113554.1.2.2";

    private final Subject self;
    private final GSSCredential credential;

    /** Thrown when a ticket proves no identity; the message says why and shows no secret. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String why, Throwable cause) {
            super(why, cause);
        }
    }

    private Tickets(Subject self, GSSCredential credential) {
        this.self = self;
        this.credential = credential;
    }

    /**
     * Begins to accept tickets for that principal.
     *
     * @param host the name by which the coordinator is reached
     * @throws IOException if the keytab is missing, others may use it, or it holds no key of the principal
     */
    public static Tickets open(KerberosSettings settings, String host) throws IOException {
        Path keytab = settings.keytab().orElseThrow();
        String principal = settings.principalAt(host);
        try {
            if (Files.notExists(keytab)) {
                throw new IOException("it is missing");
            }
            SecretFile.refuseOthers(keytab);
            KerberosPrincipal name = new KerberosPrincipal(principal, KerberosPrincipal.KRB_NT_SRV_INST);
            KeyTab keys = KeyTab.getInstance(name, keytab.toFile());
            if (keys.getKeys(name).length == 0) {
                throw new IOException("it holds no key of " + principal + " (kerberos.principal)");
            }
            Subject self = new Subject(true, Set.of(name), Set.of(), Set.of(keys));
            return new Tickets(self, Subject.doAs(self, (PrivilegedExceptionAction<GSSCredential>) Tickets::accepting));
        } catch (IOException | PrivilegedActionException | IllegalArgumentException unusable) {
            throw new IOException(
                    "kerberos.keytab = " + keytab + ": " + unusable.getMessage() + "; it has to hold the keys of "
                            + principal + ", mode 0600",
                    unusable);
        }
    }

    private static GSSCredential accepting() throws GSSException {
        return GSSManager.getInstance()
                .createCredential(
                        null,
                        GSSCredential.INDEFINITE_LIFETIME,
                        new Oid[] {new Oid(SPNEGO), new Oid(KERBEROS)},
                        GSSCredential.ACCEPT_ONLY);
    }

    /**
     * The principal that a ticket is of, {@code user@REALM}.
     *
     * @param message what follows {@code Negotiate} in the header
     * @throws Refused if it proves no identity
     */
    public String holder(String message) throws Refused {
        try {
            byte[] token = Base64.getDecoder().decode(message);
            return Subject.doAs(self, (PrivilegedExceptionAction<String>) () -> accept(token));
        } catch (PrivilegedActionException refused) {
            throw new Refused(
                    "This Kerberos ticket is not accepted: "
                            + refused.getCause().getMessage(),
                    refused);
        } catch (IllegalArgumentException malformed) {
            throw new Refused("What follows Negotiate is not base64", malformed);
        }
    }

    private String accept(byte[] token) throws GSSException {
        GSSContext context = GSSManager.getInstance().createContext(credential);
        try {
            byte[] unused = context.acceptSecContext(token, 0, token.length);
            if (!context.isEstablished()) {
                throw new GSSException(GSSException.DEFECTIVE_TOKEN);
            }
            return context.getSrcName().toString();
        } finally {
            context.dispose();
        }
    }
}
