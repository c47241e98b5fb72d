package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.application.Assignment;
import io.hdfsthrottle.coordinator.audit.AuditSettings;
import io.hdfsthrottle.coordinator.election.ZooKeeperSettings;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.Features;
import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * @param features the features, with their settings
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
        List<Feature.Part> features,
        Map<String, String> shared) {

    /** The settings of the core that all coordinators have to share. */
    private static final Set<String> SHARED = Set.of("claims.unverified", "application.expiry", "node.expiry");

    private static final Map<String, String> DEFAULTS = defaults();

    /** @throws RefusedSetting if these settings are inconsistent */
    public CoordinatorSettings {
        if (addresses(listenAddress).length == 0) {
            throw new RefusedSetting(
                    "listen.address = " + listenAddress + " is no address of this machine and no name of one,"
                            + " without a port; good values are 127.0.0.1 and 0.0.0.0");
        }
        if (!access.isClosed() && !isLoopback(listenAddress)) {
            throw new RefusedSetting("listen.address = " + listenAddress
                    + " is reachable from other machines, which takes admin.token.file; hdfs-throttle init makes one"
                    + " (one line of at least 16 characters); or listen on 127.0.0.1");
        }
        try {
            URI unused = advertisedUrl.orElseGet(() -> Addresses.one(url("http", listenAddress, 1)));
        } catch (IllegalArgumentException unreachable) {
            throw new RefusedSetting(
                    "listen.address = " + listenAddress + " takes advertised.url, a good value of which is"
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
        Features.all().forEach(feature -> defaults.putAll(feature.defaults()));
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
     * @throws RefusedSetting naming the key, the value, a good value and the place
     */
    public static CoordinatorSettings of(Map<String, String> given, UnaryOperator<String> place) {
        return of(given, place, Optional.empty());
    }

    /** The same, with relative paths resolved against that folder: that of the file that names them. */
    public static CoordinatorSettings of(
            Map<String, String> given, UnaryOperator<String> place, Optional<Path> folder) {
        given.keySet()
                .forEach(
                        key -> { // its value is not shown: it may be a secret under a misspelt key
                            if (!DEFAULTS.containsKey(key)) {
                                throw new RefusedSetting("unknown key " + Addresses.shown(key) + " in "
                                        + place.apply(key)
                                        + "; the nearest is " + NearestKey.to(key, DEFAULTS.keySet()) + ", known are "
                                        + String.join(", ", DEFAULTS.keySet()));
                            }
                        });
        SettingsReader reader = new SettingsReader(given, DEFAULTS, place, folder);
        String address = reader.matching(LISTEN, Pattern.compile("[A-Za-z0-9._:%-]+"), "127.0.0.1");
        try {
            return new CoordinatorSettings(
                    address,
                    reader.port("listen.port"),
                    reader.url("advertised.url"),
                    reader.tls("tls.client.trust.file", "tls.certificate.file", "tls.key.file"),
                    reader.tenantLike("cluster"),
                    ZooKeeperSettings.of(reader),
                    reader.path("signing.keys.file")
                            .orElseThrow(() -> reader.refused("signing.keys.file", "/etc/hdfs-throttle/signing.keys")),
                    AccessSettings.of(reader),
                    AuditSettings.of(reader),
                    Assignment.of(
                            reader,
                            "claims.unverified",
                            isLoopback(address) ? Assignment.ACCEPTING_CLAIMS : Assignment.REFUSING_CLAIMS),
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
                    Features.all().stream()
                            .map(feature -> feature.configured(reader))
                            .toList(),
                    shared(reader));
        } catch (RefusedSetting refused) {
            throw refused.getMessage().startsWith(LISTEN)
                    ? new RefusedSetting(refused.getMessage() + " (" + place.apply(LISTEN) + ")")
                    : refused;
        }
    }

    /** Files may lie elsewhere on each host. */
    private static Map<String, String> shared(SettingsReader reader) {
        Set<String> keys = new TreeSet<>(SHARED);
        Features.all().stream()
                .filter(Feature::isShared)
                .flatMap(feature -> feature.defaults().keySet().stream())
                .filter(key -> !key.endsWith(".file"))
                .forEach(keys::add);
        return keys.stream().collect(Collectors.toUnmodifiableMap(key -> key, reader::text));
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
                features,
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
