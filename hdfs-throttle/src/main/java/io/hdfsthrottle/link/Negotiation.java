package io.hdfsthrottle.link;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * Proves the caller's identity by a Kerberos ticket (SPNEGO, RFC 4559), to the service {@code HTTP/<host>} of the
 * coordinator's address. Each call is proved anew and at once, without a challenge before it: a coordinator takes one
 * message. TLS authenticates the coordinator. Thread-safe.
 */
public final class Negotiation implements Credential {

    /** The authentication scheme. */
    public static final String SCHEME = "Negotiate";

    private static final String SPNEGO = "1.3.6.1.5.5.2";
    private static final String LOGIN_MODULE = "com.sun.security.auth.module.Krb5LoginModule";

    /** A user who may have a ticket. */
    @FunctionalInterface
    public interface Person {
        /** Runs the work as that user. */
        <T> T act(PrivilegedExceptionAction<T> work) throws IOException, InterruptedException;
    }

    private final Person person;

    /** The ticket of the current user at each call. */
    public Negotiation(Person person) {
        this.person = person;
    }

    /** The ticket that {@code kinit} left for the user of this process ({@code KRB5CCNAME}), which has to be there. */
    public static Negotiation ofTicketCache() throws IOException {
        Configuration fromCache = new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                Map<String, String> options = Map.of("useTicketCache", "true", "doNotPrompt", "true");
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(LOGIN_MODULE, LoginModuleControlFlag.REQUIRED, options)
                };
            }
        };
        Subject subject = new Subject();
        try {
            new LoginContext("hdfs-throttle", subject, null, fromCache).login();
        } catch (LoginException none) {
            throw new IOException("there is no Kerberos ticket (" + none.getMessage() + "); run kinit", none);
        }
        return ofSubject(subject);
    }

    /** The tickets of that subject. */
    public static Negotiation ofSubject(Subject subject) {
        return new Negotiation(new Person() {
            @Override
            public <T> T act(PrivilegedExceptionAction<T> work) throws IOException {
                try {
                    return Subject.doAs(subject, work);
                } catch (PrivilegedActionException failed) {
                    throw new IOException(failed.getCause().getMessage(), failed.getCause());
                }
            }
        });
    }

    @Override
    public Optional<String> authorization(URI coordinator, String method, String target, String body)
            throws IOException, InterruptedException {
        String host = coordinator.getHost();
        byte[] token = person.act(() -> token(host));
        return Optional.of(SCHEME + " " + Base64.getEncoder().encodeToString(token));
    }

    private static byte[] token(String host) throws IOException {
        try {
            GSSManager manager = GSSManager.getInstance();
            GSSName service = manager.createName("HTTP@" + host, GSSName.NT_HOSTBASED_SERVICE);
            GSSContext context = manager.createContext(service, new Oid(SPNEGO), null, GSSContext.DEFAULT_LIFETIME);
            try {
                context.requestMutualAuth(false);
                context.requestCredDeleg(false);
                return context.initSecContext(new byte[0], 0, 0);
            } finally {
                context.dispose();
            }
        } catch (GSSException none) {
            throw new IOException(
                    "no Kerberos ticket for HTTP/" + host + ": " + none.getMessage() + "; run kinit", none);
        }
    }
}
