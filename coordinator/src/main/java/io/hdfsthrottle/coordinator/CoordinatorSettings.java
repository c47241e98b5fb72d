package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.app.Assignment;
import io.hdfsthrottle.identity.Tenant;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an operator can set; every key has a default, a wrong or unknown one is refused with a good value.
 *
 * @param listenAddress the address of the interface to listen on
 * @param listenPort the port to listen on; 0 takes any free one
 * @param advertisedUrl where others reach this coordinator; derived from the two above where not given
 * @param cluster the name of the HDFS cluster; part of what tags sign
 * @param zookeeperConnect where ZooKeeper listens, {@code host:port} separated by commas
 * @param zookeeperPath the path below which all clusters' znodes lie
 * @param zookeeperSessionTimeout how long ZooKeeper waits for a silent coordinator before another leads
 * @param signingKeysFile the keys that sign tags; made when absent
 * @param access where credentials are, and what those without one may
 * @param unverifiedClaims what the tenant is worth that an application says it is
 * @param applicationExpiry how long an application lives without renewing
 * @param nodeExpiry how long a node counts as answering without reporting
 */
public record CoordinatorSettings(
        String listenAddress,
        int listenPort,
        Optional<URI> advertisedUrl,
        String cluster,
        String zookeeperConnect,
        String zookeeperPath,
        Duration zookeeperSessionTimeout,
        Path signingKeysFile,
        AccessSettings access,
        Assignment unverifiedClaims,
        Duration applicationExpiry,
        Duration nodeExpiry) {

    private static final Map<String, String> DEFAULTS = defaults();
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern SERVERS =
            Pattern.compile("[A-Za-z0-9._\\[\\]:-]+:[0-9]{1,5}(,[A-Za-z0-9._\\[\\]:-]+:[0-9]{1,5})*");
    private static final Pattern ZNODE = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    /** A setting that is refused: its key, its value, a good value, and where it was read. One line. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** @throws Refused if these settings do not go together */
    public CoordinatorSettings {
        if (!access.isClosed() && !isLoopback(listenAddress)) {
            throw new Refused("listen.address = " + listenAddress
                    + " is reachable from other machines, which takes admin.token.file; hdfs-throttle init makes one"
                    + " (one line of at least 16 characters); or listen on 127.0.0.1");
        }
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        defaults.put("listen.address", "127.0.0.1");
        defaults.put("listen.port", "9880");
        defaults.put("advertised.url", "");
        defaults.put("cluster", "default");
        defaults.put("zookeeper.connect", "127.0.0.1:2181");
        defaults.put("zookeeper.path", "/hdfs-throttle");
        defaults.put("zookeeper.session.timeout", "15s");
        defaults.put("signing.keys.file", "signing.keys");
        defaults.put("admin.token.file", "");
        defaults.put("register.token.file", "");
        defaults.put("access.file", "");
        defaults.put("access.anonymous", "");
        defaults.put("claims.unverified", "");
        defaults.put("application.expiry", "10m");
        defaults.put("node.expiry", "10s");
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
     * @param source where they were read, for messages
     * @throws Refused naming the key, the value, a good value and the source
     */
    public static CoordinatorSettings of(Map<String, String> given, String source) {
        given.forEach((key, value) -> {
            if (!DEFAULTS.containsKey(key)) {
                throw new Refused("unknown key " + key + " = " + value + " in " + source + "; known are "
                        + String.join(", ", DEFAULTS.keySet()));
            }
        });
        Reader reader = new Reader(given, source);
        String address = reader.matching("listen.address", Pattern.compile("[A-Za-z0-9._:%-]+"), "127.0.0.1");
        try {
            return new CoordinatorSettings(
                    address,
                    reader.port("listen.port"),
                    reader.url("advertised.url"),
                    reader.tenantLike("cluster"),
                    reader.matching("zookeeper.connect", SERVERS, "zk1:2181,zk2:2181,zk3:2181"),
                    reader.matching("zookeeper.path", ZNODE, "/hdfs-throttle"),
                    reader.duration("zookeeper.session.timeout", Duration.ofSeconds(1), Duration.ofMinutes(2), "15s"),
                    reader.path("signing.keys.file")
                            .orElseThrow(() -> reader.refused("signing.keys.file", "/etc/hdfs-throttle/signing.keys")),
                    new AccessSettings(
                            reader.path("admin.token.file"),
                            reader.path("register.token.file"),
                            reader.path("access.file"),
                            reader.roles("access.anonymous")),
                    reader.assignment("claims.unverified", isLoopback(address)),
                    reader.duration("application.expiry", Duration.ofSeconds(3), Duration.ofHours(24), "10m"),
                    reader.duration("node.expiry", Duration.ofSeconds(2), Duration.ofHours(1), "10s"));
        } catch (Refused refused) {
            throw refused.getMessage().contains(source)
                    ? refused
                    : new Refused(refused.getMessage() + " (" + source + ")");
        }
    }

    /** Where others reach this coordinator when it listens on that port. */
    public URI advertised(int port) {
        String host = listenAddress.contains(":") ? "[" + listenAddress + "]" : listenAddress;
        return advertisedUrl.orElseGet(() -> URI.create("http://" + host + ":" + port));
    }

    /** The same settings, relative paths resolved against this folder: the one of the file that names them. */
    public CoordinatorSettings relativeTo(Path folder) {
        return new CoordinatorSettings(
                listenAddress,
                listenPort,
                advertisedUrl,
                cluster,
                zookeeperConnect,
                zookeeperPath,
                zookeeperSessionTimeout,
                folder.resolve(signingKeysFile),
                access.relativeTo(folder),
                unverifiedClaims,
                applicationExpiry,
                nodeExpiry);
    }

    /** Whether only this machine reaches it. */
    public boolean listensOnLoopback() {
        return isLoopback(listenAddress);
    }

    /** The same settings with ZooKeeper elsewhere. */
    public CoordinatorSettings withZookeeper(String connect) {
        return new CoordinatorSettings(
                listenAddress,
                listenPort,
                advertisedUrl,
                cluster,
                connect,
                zookeeperPath,
                zookeeperSessionTimeout,
                signingKeysFile,
                access,
                unverifiedClaims,
                applicationExpiry,
                nodeExpiry);
    }

    /** The path of this cluster's znodes. */
    String znodes() {
        return zookeeperPath + "/" + cluster;
    }

    private static boolean isLoopback(String address) {
        try {
            for (InetAddress each : InetAddress.getAllByName(address)) {
                if (!each.isLoopbackAddress()) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private record Reader(Map<String, String> given, String source) {
        String text(String key) {
            return given.getOrDefault(key, DEFAULTS.get(key)).strip();
        }

        Refused refused(String key, String good) {
            return new Refused(key + " = " + text(key) + " in " + source + " is refused; a good value is " + good);
        }

        String matching(String key, Pattern pattern, String good) {
            if (!pattern.matcher(text(key)).matches()) {
                throw refused(key, good);
            }
            return text(key);
        }

        String tenantLike(String key) {
            if (Tenant.parse(text(key)).isEmpty()) {
                throw refused(key, "default (" + Tenant.NAME_RULE + ")");
            }
            return text(key);
        }

        int port(String key) {
            int port = text(key).matches("[0-9]{1,5}") ? Integer.parseInt(text(key)) : -1;
            if (port < 0 || port > 65_535) {
                throw refused(key, "9880");
            }
            return port;
        }

        Optional<URI> url(String key) {
            if (text(key).isEmpty()) {
                return Optional.empty();
            }
            if (!text(key).matches("https?://[A-Za-z0-9._\\[\\]:-]+")) {
                throw refused(key, "http://coordinator1.example.com:9880");
            }
            return Optional.of(URI.create(text(key)));
        }

        Duration duration(String key, Duration least, Duration most, String good) {
            Matcher matcher = DURATION.matcher(text(key));
            if (matcher.matches()) {
                long number = Long.parseLong(matcher.group(1));
                Duration duration =
                        switch (matcher.group(2)) {
                            case "ms" -> Duration.ofMillis(number);
                            case "s" -> Duration.ofSeconds(number);
                            case "m" -> Duration.ofMinutes(number);
                            default -> Duration.ofHours(number);
                        };
                if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                    return duration;
                }
            }
            throw refused(key, good + ", from " + least.toSeconds() + "s to " + most.toSeconds() + "s");
        }

        Optional<Path> path(String key) {
            return text(key).isEmpty() ? Optional.empty() : Optional.of(Path.of(text(key)));
        }

        Optional<Set<Role>> roles(String key) {
            try {
                return text(key).isEmpty() ? Optional.empty() : Optional.of(AccessSettings.roles(text(key)));
            } catch (IllegalArgumentException malformed) {
                throw refused(key, "none, or view,register: any of view, register, node and admin");
            }
        }

        Assignment assignment(String key, boolean onLoopback) {
            return switch (text(key)) {
                case "" -> onLoopback ? Assignment.ACCEPTING_CLAIMS : Assignment.REFUSING_CLAIMS;
                case "accept" -> Assignment.ACCEPTING_CLAIMS;
                case "refuse" -> Assignment.REFUSING_CLAIMS;
                default -> throw refused(key, "accept or refuse");
            };
        }
    }
}
