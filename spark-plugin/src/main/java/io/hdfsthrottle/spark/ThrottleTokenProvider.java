package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.link.HttpLink;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.security.HadoopDelegationTokenProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Obtains a token from the coordinator at submission, where a Kerberos ticket is available, for a driver that runs
 * where there is none (YARN cluster mode). Spark finds it by {@code ServiceLoader} and disables it by
 * {@code spark.security.credentials.hdfs-throttle.enabled=false}. Without a token the application runs all the same.
 */
public final class ThrottleTokenProvider implements HadoopDelegationTokenProvider {

    private static final Logger LOG = LoggerFactory.getLogger(ThrottleTokenProvider.class);
    private static final long MILLIS = 1_000;

    private final HostGuard guard = new HostGuard(LOG);

    /** Called by Spark. */
    public ThrottleTokenProvider() {}

    @Override
    public String serviceName() {
        return "hdfs-throttle";
    }

    @Override
    public boolean delegationTokensRequired(SparkConf spark, Configuration hadoop) {
        return guard.call("see whether it needs a token", () -> settings(spark).isPresent(), false);
    }

    /**
     * Adds the token to the credentials; returns when it ends unless it is renewed, in milliseconds since 1970, or
     * empty if there is none.
     */
    @Override
    public Option<Object> obtainDelegationTokens(Configuration hadoop, SparkConf spark, Credentials credentials) {
        return guard.call(
                "obtain a token of the coordinator, so a driver without a Kerberos ticket will run untagged",
                () -> Option.apply((Object) obtain(settings(spark).orElseThrow(), credentials)),
                Option.empty());
    }

    private static Long obtain(ThrottleSettings settings, Credentials credentials) throws Exception {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        try (HttpLink link = new HttpLink(
                settings.coordinators(), settings.timeoutEach(), KerberosCredential.ticketOf(user), settings.tls())) {
            UserToken token = link.obtainToken();
            Text service = ThrottleTokenIdentifier.service(settings.coordinators());
            credentials.addToken(service, ThrottleTokenIdentifier.asHadoops(token, service));
            LOG.info("hdfs-throttle: obtained a token for the user {}", token.user());
            return token.expires() * MILLIS;
        }
    }

    /** The settings, if a driver needs a token by them; the driver reports errors in them. */
    private static Optional<ThrottleSettings> settings(SparkConf spark) {
        return ThrottleSettings.read(DriverHalf.given(spark), refused -> LOG.debug("hdfs-throttle: {}", refused))
                .filter(settings -> settings.enabled() && settings.tokenFile().isEmpty())
                .filter(settings -> settings.kerberos(UserGroupInformation.isSecurityEnabled()));
    }
}
