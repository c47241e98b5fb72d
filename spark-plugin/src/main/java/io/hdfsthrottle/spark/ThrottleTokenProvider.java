package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.link.HttpLink;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
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
    private static final String PLUGINS = "spark.plugins";
    private static final long MILLIS = 1_000;

    private final HostGuard guard = new HostGuard(LOG);
    private final AtomicBoolean told = new AtomicBoolean();

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
                () -> {
                    Optional<ThrottleSettings> settings = settings(spark);
                    return Option.apply(settings.isPresent() ? (Object) obtain(settings.get(), credentials) : null);
                },
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
    private Optional<ThrottleSettings> settings(SparkConf spark) {
        return ThrottleSettings.read(DriverHalf.given(spark), refused -> LOG.debug("hdfs-throttle: {}", refused))
                .filter(settings -> settings.enabled()
                        && hasPlugin(spark)
                        && settings.tokenFile().isEmpty())
                .filter(settings -> settings.kerberos(UserGroupInformation.isSecurityEnabled()));
    }

    /** Without the plugin a token is for nothing. Only here does anybody notice that: Spark loads nothing else of ours. */
    private boolean hasPlugin(SparkConf spark) {
        String others = spark.get(PLUGINS, "").trim();
        String ours = ThrottlePlugin.class.getName();
        boolean named = List.of(others.split("\\s*,\\s*", -1)).contains(ours);
        if (!named && told.compareAndSet(false, true)) {
            LOG.warn(
                    "hdfs-throttle: the application runs untagged: {}={} does not name the plugin, although {}coordinator"
                            + " is set; write {}={}",
                    PLUGINS,
                    others,
                    ThrottleSettings.PREFIX,
                    PLUGINS,
                    others.isEmpty() ? ours : others + "," + ours);
        }
        return named;
    }
}
