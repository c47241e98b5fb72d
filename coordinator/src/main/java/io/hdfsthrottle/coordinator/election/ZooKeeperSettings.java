package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * Settings of the connection to ZooKeeper, and of access to the znodes kept there.
 *
 * @param connect where its servers listen, {@code host:port} separated by commas
 * @param path the path below which all clusters' znodes lie
 * @param sessionTimeout how long ZooKeeper waits for a silent coordinator before another leads
 * @param authFile the file with {@code USER:PASSWORD} of ZooKeeper's digest scheme, if coordinators authenticate by it
 * @param creatorOnly whether only clients that prove the same identity may use the cluster's znodes: by that file, or
 *     by SASL as {@code java.security.auth.login.config} says
 * @param tlsTrust the certificates of the authorities that ZooKeeper's are trusted by, in PEM; if given, TLS is used
 * @param tlsIdentity the own key and certificates, one PEM file, where ZooKeeper asks for them
 */
public record ZooKeeperSettings(
        String connect,
        String path,
        Duration sessionTimeout,
        Optional<Path> authFile,
        boolean creatorOnly,
        Optional<Path> tlsTrust,
        Optional<Path> tlsIdentity) {
    private static final Pattern ZNODE = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    /** ZooKeeper there, with znodes open to all clients: for one machine. */
    public static ZooKeeperSettings open(String connect, String path, Duration sessionTimeout) {
        return new ZooKeeperSettings(
                connect, path, sessionTimeout, Optional.empty(), false, Optional.empty(), Optional.empty());
    }

    /** The same settings with ZooKeeper elsewhere. */
    public ZooKeeperSettings at(String elsewhere) {
        return new ZooKeeperSettings(elsewhere, path, sessionTimeout, authFile, creatorOnly, tlsTrust, tlsIdentity);
    }

    /**
     * Reads them; a refusal names the key. Who has an identity that all coordinators have keeps the znodes to it, unless told
     * to leave them open.
     */
    public static ZooKeeperSettings of(SettingsReader reader) {
        Optional<Path> auth = reader.path("zookeeper.auth.file");
        String closedIfPossible = auth.isPresent() || login() == Login.COMMON ? "creator" : "open";
        return new ZooKeeperSettings(
                reader.servers("zookeeper.connect", "zk1:2181,zk2:2181,zk3:2181"),
                reader.matching("zookeeper.path", ZNODE, "/hdfs-throttle"),
                reader.duration("zookeeper.session.timeout", Duration.ofSeconds(1), Duration.ofMinutes(2), "15s"),
                auth,
                reader.oneOf("zookeeper.acl", List.of("", "creator", "open"), closedIfPossible)
                        .equals("creator"),
                reader.path("zookeeper.tls.trust.file"),
                reader.path("zookeeper.tls.identity.file"));
    }

    /** Logins to ZooKeeper by SASL, and what to do where znodes are open in spite of one. */
    private enum Login {
        NONE("Give all coordinators a zookeeper.auth.file, or let nobody else reach ZooKeeper"),
        OFF("The system property zookeeper.sasl.client turns this coordinator's login off: remove it, or give all"
                + " coordinators a zookeeper.auth.file"),
        OF_ONE_HOST(
                "This coordinator's login has a principal of one host, whose znodes coordinators of other hosts could"
                        + " not use: give all coordinators one common principal, or a zookeeper.auth.file; or set"
                        + " zookeeper.acl = creator if ZooKeeper removes the host (kerberos.removeHostFromPrincipal)"),
        COMMON("Remove zookeeper.acl = open: this coordinator has an identity to keep them to");

        private final String remedy;

        Login(String remedy) {
            this.remedy = remedy;
        }
    }

    /** How this process logs in to ZooKeeper by SASL. */
    private static Login login() {
        try {
            AppConfigurationEntry[] entries = System.getProperty("java.security.auth.login.config") == null
                    ? null
                    : Configuration.getConfiguration()
                            .getAppConfigurationEntry(System.getProperty(
                                    ZKClientConfig.LOGIN_CONTEXT_NAME_KEY,
                                    ZKClientConfig.LOGIN_CONTEXT_NAME_KEY_DEFAULT));
            if (entries == null) {
                return Login.NONE;
            }
            if (!Boolean.parseBoolean(System.getProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "true"))) {
                return Login.OFF;
            }
            boolean isOfOneHost = Stream.of(entries)
                    .map(entry -> entry.getOptions().get("principal"))
                    .anyMatch(principal -> principal instanceof String name && name.contains("/"));
            return isOfOneHost ? Login.OF_ONE_HOST : Login.COMMON;
        } catch (SecurityException unreadable) {
            return Login.NONE; // ZooKeeper's client says so, and connects without
        }
    }

    /** What open znodes below that root mean, for the log; empty if they are closed. */
    Optional<String> openness(String root) {
        return creatorOnly
                ? Optional.empty()
                : Optional.of("Znodes below " + root + " are open: whoever reaches ZooKeeper at " + connect
                        + " may write " + root + "/policy, and so is administrator of every tenant and rule. "
                        + (authFile.isPresent() ? Login.COMMON : login()).remedy);
    }
}
