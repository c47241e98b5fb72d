package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.app.Assignment;
import io.hdfsthrottle.coordinator.audit.AuditSettings;
import io.hdfsthrottle.coordinator.credit.CreditSettings;
import io.hdfsthrottle.coordinator.disk.LeaseSettings;
import io.hdfsthrottle.coordinator.election.ZooKeeperSettings;
import io.hdfsthrottle.coordinator.forecast.ForecastSettings;
import io.hdfsthrottle.coordinator.history.HistorySettings;
import io.hdfsthrottle.coordinator.launch.LaunchSettings;
import io.hdfsthrottle.coordinator.slot.SlotSettings;
import io.hdfsthrottle.coordinator.tier.TierSettings;
import io.hdfsthrottle.link.Addresses;
import io.hdfsthrottle.setting.NearestKey;
import io.hdfsthrottle.tls.TlsFiles;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The coordinator's configuration; every key has a default, a wrong or unknown one is refused with a good value.
 *
 * @param listenAddress the address of the interface to listen on
 * @param listenPort the port to listen on; 0 takes any free one
 * @param advertisedUrl where clients reach this coordinator; derived from the two above where not given
 * @param tls its certificate, without which it speaks plain HTTP, and the authorities trusted for client certificates
 * @param cluster the name of the HDFS cluster; part of what tags sign
 * @param zookeeper how ZooKeeper is reached, and which other clients may access the data there
 * @param signingKeysFile the keys that sign tags; made when absent
 * @param access where credentials are, and the roles of callers without one
 * @param audit where the audit log goes
 * @param unverifiedClaims whether the tenant that an application claims is accepted unverified
 * @param applicationExpiry how long an application lives without renewing
 * @param nodeExpiry how long a node counts as answering without reporting
 * @param limits the limits of one caller
 * @param history whether past usage changes the weights of tenants
 * @param credit whether tenants may yield for credits
 * @param slot whether applications may make appointments for I/O
 * @param forecast whether the demand of tenants is forecast
 * @param lease whether disks may be leased whole
 * @param launch whether applications are launched on leased disks
 * @param tier whether tenants have folders on fast storage, and when files leave it
 * @param shared the values, by key, that all coordinators have to share
 */
public record CoordinatorSettings(
        String listenAddress,
        int listenPort,
        Optional<URI> advertisedUrl,
        TlsFiles tls,
        String cluster,
        ZooKeeperSettings zookeeper,
        Path signingKeysFile,
        AccessSettings access,
        AuditSettings audit,
        Assignment unverifiedClaims,
        Duration applicationExpiry,
        Duration nodeExpiry,
        Limits limits,
        HistorySettings history,
        CreditSettings credit,
        SlotSettings slot,
        ForecastSettings forecast,
        LeaseSettings lease,
        LaunchSettings launch,
        TierSettings tier,
        Map<String, String> shared) {

    /** The settings that all coordinators have to share; files may lie elsewhere on each host. */
    private static final Pattern SHARED = Pattern.compile(
            "(claims\\.unverified|(application|node)\\.expiry|(history|credit|slot|forecast|lease|tiers)(\\..*)?)"
                    + "(?<!\\.file)");

    private static final Map<String, String> DEFAULTS = defaults();
    private static final Pattern ZNODE = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    /** Thrown if a setting is refused: its key, its value, a good value, and where it was read. One line. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** @throws Refused if these settings are inconsistent */
    public CoordinatorSettings {
        if (addresses(listenAddress).length == 0) {
            throw new Refused("listen.address = " + listenAddress + " is no address of this machine and no name of one,"
                    + " without a port; good values are 127.0.0.1 and 0.0.0.0");
        }
        if (!access.isClosed() && !isLoopback(listenAddress)) {
            throw new Refused("listen.address = " + listenAddress
                    + " is reachable from other machines, which takes admin.token.file; hdfs-throttle init makes one"
                    + " (one line of at least 16 characters); or listen on 127.0.0.1");
        }
        try {
            URI unused = advertisedUrl.orElseGet(() -> Addresses.one(url("http", listenAddress, 1)));
        } catch (IllegalArgumentException unreachable) {
            throw new Refused("listen.address = " + listenAddress + " takes advertised.url, a good value of which is"
                    + " http://coordinator1.example.com:9880; made of it, " + unreachable.getMessage());
        }
    }

    private static final String LISTEN = "listen.address";

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        defaults.put("listen.address", "127.0.0.1");
        defaults.put("listen.port", "9880");
        defaults.put("advertised.url", "");
        defaults.put("tls.certificate.file", "");
        defaults.put("tls.key.file", "");
        defaults.put("tls.client.trust.file", "");
        defaults.put("cluster", "default");
        defaults.put("zookeeper.connect", "127.0.0.1:2181");
        defaults.put("zookeeper.path", "/hdfs-throttle");
        defaults.put("zookeeper.session.timeout", "15s");
        defaults.put("zookeeper.auth.file", "");
        defaults.put("zookeeper.acl", "");
        defaults.put("zookeeper.tls.trust.file", "");
        defaults.put("zookeeper.tls.identity.file", "");
        defaults.put("signing.keys.file", "signing.keys");
        defaults.put("admin.token.file", "");
        defaults.put("register.token.file", "");
        defaults.put("access.file", "");
        defaults.put("access.anonymous", "");
        defaults.put("audit.file", "");
        defaults.put("audit.file.size", "64m");
        defaults.put("audit.total.size", "1g");
        defaults.put("kerberos.keytab", "");
        defaults.put("kerberos.principal", "");
        defaults.put("kerberos.realms", "");
        defaults.put("kerberos.token.lifetime", "24h");
        defaults.put("kerberos.token.longest", "168h");
        defaults.put("claims.unverified", "");
        defaults.put("application.expiry", "10m");
        defaults.put("node.expiry", "10s");
        defaults.put("limits.connections", "");
        defaults.put("limits.connections.per.address", "");
        defaults.put("limits.requests.per.second", "200");
        defaults.put("limits.requests.at.once", "16");
        defaults.put("limits.polls.per.address", "");
        defaults.put("limits.applications.per.credential", "10000");
        defaults.put("limits.patience", "10s");
        defaults.put("history", "off");
        defaults.put("history.tenants", "");
        defaults.put("history.half.life", "1h");
        defaults.put("history.factor.most", "2.0");
        defaults.put("history.factor.least", "0.5");
        defaults.put("credit", "off");
        defaults.put("credit.earn.contention", "1.0");
        defaults.put("credit.earn.level", "0.10");
        defaults.put("credit.contention.most", "16");
        defaults.put("credit.price", "25");
        defaults.put("credit.most", "90000");
        defaults.put("credit.expiry", "24h");
        defaults.put("credit.yield.longest", "24h");
        defaults.put("credit.boost.longest", "1h");
        defaults.put("credit.weight.low", "0.5");
        defaults.put("credit.weight.lowest", "0.1");
        defaults.put("credit.weight.idle", "0.001");
        defaults.put("credit.weight.boost", "8");
        defaults.put("slot", "off");
        defaults.put("slot.at.once", "1");
        defaults.put("slot.share", "0.5");
        defaults.put("slot.longest", "1m");
        defaults.put("slot.most", "64");
        defaults.put("slot.most.of.one", "4");
        defaults.put("slot.weight.most", "8");
        defaults.put("slot.weight.after", "0.5");
        defaults.put("slot.forget.after", "10m");
        defaults.put("forecast", "off");
        defaults.put("forecast.models", "32");
        defaults.put("forecast.factor.most", "4");
        defaults.put("forecast.factor.least", "0.5");
        defaults.put("lease", "off");
        defaults.put("lease.longest", "24h");
        defaults.put("lease.disks.per.user", "8");
        defaults.put("lease.shared.least", "1");
        defaults.put("lease.ageing", "10m");
        defaults.put("lease.drain.longest", "6h");
        defaults.put("lease.strangers.floor", "0.05");
        defaults.put("launch", "off");
        defaults.put("launch.spark.home", "");
        defaults.put("launch.where", "host");
        defaults.put("launch.yarn.conf", "");
        defaults.put("launch.yarn.queue", "");
        defaults.put("launch.yarn.labels", "");
        defaults.put("launch.disks", "");
        defaults.put("launch.folder", "launch");
        defaults.put("launch.products.file", "");
        defaults.put("launch.clusters", "16");
        defaults.put("launch.longest", "24h");
        defaults.put("launch.clusters.per.user", "2");
        defaults.put("launch.disks.per.user", "4");
        defaults.put("launch.cores.per.user", "8");
        defaults.put("launch.memory.per.user", "16g");
        defaults.put("tiers", "off");
        defaults.put("tiers.namenode", "");
        defaults.put("tiers.user", "hdfs");
        defaults.put("tiers.token.file", "");
        defaults.put("tiers.tls.trust.file", "");
        defaults.put("tiers.quiet.below", "0.2");
        defaults.put("tiers.busy.above", "0.4");
        defaults.put("tiers.quiet.for", "1m");
        defaults.put("tiers.every", "1m");
        defaults.put("tiers.at.once", "1g");
        return defaults;
    }

    /** Every key there is, with its default. */
    public static Map<String, String> keys() {
        return Map.copyOf(DEFAULTS);
    }

    /**
     * Reads settings.
     *
     * @param given the keys that were set, and their values
     * @param place where a key was read, for messages
     * @throws Refused naming the key, the value, a good value and the place
     */
    public static CoordinatorSettings of(Map<String, String> given, UnaryOperator<String> place) {
        given.keySet()
                .forEach(
                        key -> { // its value is not shown: it may be a secret under a misspelt key
                            if (!DEFAULTS.containsKey(key)) {
                                throw new Refused("unknown key " + Addresses.shown(key) + " in " + place.apply(key)
                                        + "; the nearest is " + NearestKey.to(key, DEFAULTS.keySet()) + ", known are "
                                        + String.join(", ", DEFAULTS.keySet()));
                            }
                        });
        SettingsReader reader = new SettingsReader(given, DEFAULTS, place);
        String address = reader.matching(LISTEN, Pattern.compile("[A-Za-z0-9._:%-]+"), "127.0.0.1");
        try {
            return new CoordinatorSettings(
                    address,
                    reader.port("listen.port"),
                    reader.url("advertised.url"),
                    reader.tls("tls.client.trust.file", "tls.certificate.file", "tls.key.file"),
                    reader.tenantLike("cluster"),
                    zookeeper(reader),
                    reader.path("signing.keys.file")
                            .orElseThrow(() -> reader.refused("signing.keys.file", "/etc/hdfs-throttle/signing.keys")),
                    new AccessSettings(
                            reader.path("admin.token.file"),
                            reader.path("register.token.file"),
                            reader.path("access.file"),
                            reader.roles("access.anonymous"),
                            reader.kerberos()),
                    new AuditSettings(
                            reader.path("audit.file"),
                            reader.bytes("audit.file.size"),
                            reader.bytes("audit.total.size")),
                    reader.assignment("claims.unverified", isLoopback(address)),
                    reader.duration("application.expiry", Duration.ofSeconds(3), Duration.ofHours(24), "10m"),
                    reader.duration("node.expiry", Duration.ofSeconds(2), Duration.ofHours(1), "10s"),
                    new Limits(
                            reader.count("limits.connections", "4000"),
                            reader.count("limits.connections.per.address", "200"),
                            reader.count("limits.requests.per.second", "200"),
                            reader.count("limits.requests.at.once", "16"),
                            reader.count("limits.polls.per.address", "100"),
                            reader.count("limits.applications.per.credential", "10000"),
                            reader.duration("limits.patience", Duration.ofSeconds(1), Duration.ofMinutes(1), "10s")),
                    reader.history(),
                    reader.credit(),
                    reader.slot(),
                    reader.forecast(),
                    reader.lease(),
                    LaunchReader.read(reader),
                    reader.tier(),
                    shared(reader));
        } catch (Refused refused) {
            throw refused.getMessage().startsWith(LISTEN)
                    ? new Refused(refused.getMessage() + " (" + place.apply(LISTEN) + ")")
                    : refused;
        }
    }

    private static Map<String, String> shared(SettingsReader reader) {
        return DEFAULTS.keySet().stream()
                .filter(key -> SHARED.matcher(key).matches())
                .collect(Collectors.toUnmodifiableMap(key -> key, reader::text));
    }

    private static ZooKeeperSettings zookeeper(SettingsReader reader) {
        Optional<Path> auth = reader.path("zookeeper.auth.file");
        return new ZooKeeperSettings(
                reader.servers("zookeeper.connect", "zk1:2181,zk2:2181,zk3:2181"),
                reader.matching("zookeeper.path", ZNODE, "/hdfs-throttle"),
                reader.duration("zookeeper.session.timeout", Duration.ofSeconds(1), Duration.ofMinutes(2), "15s"),
                auth,
                reader.oneOf("zookeeper.acl", List.of("", "creator", "open"), auth.isPresent() ? "creator" : "open")
                        .equals("creator"),
                reader.path("zookeeper.tls.trust.file"),
                reader.path("zookeeper.tls.identity.file"));
    }

    /** Where clients reach this coordinator when it listens on that port. */
    public URI advertised(int port) {
        return advertisedUrl.orElseGet(
                () -> URI.create(url(tls.certificate().isPresent() ? "https" : "http", listenAddress, port)));
    }

    private static String url(String scheme, String host, int port) {
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /**
     * The host by which clients reach this coordinator, for its Kerberos principal: the advertised one, else this
     * machine's name.
     */
    String host() {
        try {
            return access.kerberos().keytab().isEmpty() || advertisedUrl.isPresent() || listensOnLoopback()
                    ? advertised(listenPort).getHost()
                    : InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException nameless) {
            return listenAddress;
        }
    }

    /** The same settings, relative paths resolved against this folder: the one of the file that names them. */
    public CoordinatorSettings relativeTo(Path folder) {
        return new CoordinatorSettings(
                listenAddress,
                listenPort,
                advertisedUrl,
                tls.relativeTo(folder),
                cluster,
                zookeeper.relativeTo(folder),
                folder.resolve(signingKeysFile),
                access.relativeTo(folder),
                audit.relativeTo(folder),
                unverifiedClaims,
                applicationExpiry,
                nodeExpiry,
                limits,
                history,
                credit,
                slot,
                forecast,
                lease,
                launch.relativeTo(folder),
                tier.relativeTo(folder),
                shared);
    }

    /** Whether only this machine reaches it. */
    public boolean listensOnLoopback() {
        return isLoopback(listenAddress);
    }

    /** The same settings with another ZooKeeper. */
    public CoordinatorSettings withZookeeper(String connect) {
        return new CoordinatorSettings(
                listenAddress,
                listenPort,
                advertisedUrl,
                tls,
                cluster,
                zookeeper.at(connect),
                signingKeysFile,
                access,
                audit,
                unverifiedClaims,
                applicationExpiry,
                nodeExpiry,
                limits,
                history,
                credit,
                slot,
                forecast,
                lease,
                launch,
                tier,
                shared);
    }

    /** The path of this cluster's znodes. */
    String znodes() {
        return zookeeper.path() + "/" + cluster;
    }

    private static boolean isLoopback(String address) {
        return Arrays.stream(addresses(address)).allMatch(InetAddress::isLoopbackAddress);
    }

    /** None of a name that is unknown here. */
    private static InetAddress[] addresses(String name) {
        try {
            return InetAddress.getAllByName(name);
        } catch (UnknownHostException unknown) {
            return new InetAddress[0];
        }
    }
}
