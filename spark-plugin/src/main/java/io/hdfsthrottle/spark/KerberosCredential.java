package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Negotiation;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves an application's user to the coordinator on a Kerberos cluster: by the ticket of its process where there is
 * one, else by the token that was obtained at submission. The token is renewed when half of its time is over, and a
 * newer one that Spark passes to the driver replaces it. Without either, nothing is proved: a coordinator that requires
 * a credential refuses. Thread-safe.
 */
final class KerberosCredential implements Credential {

    private static final Logger LOG = LoggerFactory.getLogger(KerberosCredential.class);
    private static final Duration TRY_AGAIN = Duration.ofMinutes(1);

    private final UserGroupInformation user;
    private final ThrottleSettings settings;
    private UserToken renewed;
    private long triedSeconds;
    private boolean said;

    /** For that user, at the coordinators of these settings. */
    KerberosCredential(UserGroupInformation user, ThrottleSettings settings) {
        this.user = user;
        this.settings = settings;
    }

    /** The ticket of that user; renewed from the keytab that the process logged in with, if any. */
    static Credential ticketOf(UserGroupInformation user) {
        return new Negotiation(new Negotiation.Person() {
            @Override
            public <T> T act(PrivilegedExceptionAction<T> work) throws IOException, InterruptedException {
                user.checkTGTAndReloginFromKeytab();
                return user.doAs(work);
            }
        });
    }

    @Override
    public Optional<String> authorization(URI coordinator, String method, String target, String body)
            throws IOException, InterruptedException {
        Optional<UserToken> token = token();
        if (user.hasKerberosCredentials()) {
            try {
                return ticketOf(user).authorization(coordinator, method, target, body);
            } catch (IOException noTicket) {
                say(noTicket.getMessage());
            }
        } else if (token.isEmpty()) {
            say(user.getShortUserName() + " has neither a Kerberos ticket nor a token of the coordinator");
        }
        return token.isPresent()
                ? Credential.ofUser(token.get()).authorization(coordinator, method, target, body)
                : Optional.empty();
    }

    private synchronized void say(String why) {
        if (!said) {
            said = true;
            LOG.info("hdfs-throttle: {}", why);
        }
    }

    private synchronized Optional<UserToken> token() throws InterruptedException {
        Optional<UserToken> given = ThrottleTokenIdentifier.in(
                user.getCredentials(), ThrottleTokenIdentifier.service(settings.coordinators()));
        Optional<UserToken> newest = Stream.concat(given.stream(), Stream.ofNullable(renewed))
                .max((one, other) -> Long.compare(one.expires(), other.expires()));
        long nowSeconds = System.currentTimeMillis() / 1_000;
        if (newest.isPresent()
                && newest.get().isWorthRenewingAt(nowSeconds)
                && nowSeconds - triedSeconds >= TRY_AGAIN.toSeconds()) {
            triedSeconds = nowSeconds;
            renew(newest.get());
            return Optional.ofNullable(renewed).or(() -> newest);
        }
        return newest;
    }

    private void renew(UserToken token) throws InterruptedException {
        try (HttpLink link = new HttpLink(
                settings.coordinators(), settings.timeoutEach(), Credential.ofUser(token), settings.tls())) {
            renewed = link.renewToken(token);
        } catch (LinkException later) {
            LOG.info("hdfs-throttle: the token is not renewed yet: {}", later.getMessage());
        }
    }
}
