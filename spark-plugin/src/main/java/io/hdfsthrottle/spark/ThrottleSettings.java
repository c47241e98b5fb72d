package io.hdfsthrottle.spark;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Addresses;
import io.hdfsthrottle.tls.TlsFiles;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An application's settings under {@value #PREFIX} in its Spark configuration. Immutable; refused as a whole when any
 * of it is invalid, because a misspelt key would otherwise pass for a default.
 */
final class ThrottleSettings {

    /** The prefix of all keys. */
    static final String PREFIX = "spark.hdfs.throttle.";

    /** The value of {@code replicas} that makes readers choose by their tenant's unused entitlement. */
    static final String BY_ENTITLEMENT = "entitlement";

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(100);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    private static final Pattern TIMEOUT = Pattern.compile("(\\d{1,6})(ms|s|m)");
    private static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|token|key).*");
    private static final String COORDINATOR_EXAMPLE = PREFIX + "coordinator=http://coordinator.example:9880";

    private boolean enabled = true;
    private Tenant tenant;
    private List<URI> coordinators = List.of();
    private Duration timeout = Duration.ofSeconds(5);
    private Duration startWait = Duration.ofMillis(500);
    private Path tokenFile;
    private TlsFiles tls = TlsFiles.NONE;
    private String kerberos = "auto";
    private String replicas = BY_ENTITLEMENT;
    private ShortCircuit shortCircuit;
    private String hedgedReads = "off";
    private String localIo = "report";
    private String appointments = "false";
    private Duration longestWait = Duration.ofSeconds(20);
    private final RateSettings rates = new RateSettings();

    private ThrottleSettings() {}

    /**
     * Reads settings.
     *
     * @param given values by key, the keys without {@value #PREFIX}
     * @param complaints gets one line for each refused key: its name, its value and a valid value
     * @return the settings; empty when any key was refused
     */
    static Optional<ThrottleSettings> read(Map<String, String> given, Consumer<String> complaints) {
        ThrottleSettings settings = new ThrottleSettings();
        if ("false".equals(given.get("enabled"))) {
            settings.enabled = false;
            return Optional.of(settings);
        }
        List<String> refused = new ArrayList<>();
        new TreeMap<>(given).forEach((key, value) -> {
            String permitted = settings.take(key, value.trim());
            if (!permitted.isEmpty()) {
                String shown = SECRET.matcher(key).matches() && !key.equals("token.file")
                        ? "(not shown)"
                        : Addresses.shown(value);
                refused.add(PREFIX + key + "=" + shown + " in the Spark configuration is refused: " + permitted);
            }
        });
        if (!given.containsKey("coordinator")) {
            refused.add(
                    PREFIX + "coordinator is missing in the Spark configuration, for example " + COORDINATOR_EXAMPLE);
        }
        if (refused.isEmpty() && !settings.rates.contradiction().isEmpty()) {
            refused.add(settings.rates.contradiction());
        }
        refused.forEach(complaints);
        return refused.isEmpty() ? Optional.of(settings) : Optional.empty();
    }

    /** Takes one setting; returns the permitted values if it is invalid, else an empty text. */
    private String take(String key, String value) {
        switch (key) {
            case "enabled":
                return value.equals("true") ? "" : "it is true or false, for example " + PREFIX + "enabled=true";
            case "tenant":
                tenant = Tenant.parse(value).orElse(null);
                return tenant != null
                        ? ""
                        : "a tenant is " + Tenant.NAME_RULE + ", for example " + PREFIX + "tenant=gold";
            case "coordinator":
                return takeCoordinators(value);
            case "coordinator.timeout":
                timeout = duration(value, SHORTEST_TIMEOUT, LONGEST_TIMEOUT).orElse(null);
                return timeout != null
                        ? ""
                        : "it is 100ms to 1m, in ms, s or m, for example " + PREFIX + "coordinator.timeout=5s";
            case "start.wait":
                startWait = duration(value, SHORTEST_TIMEOUT, LONGEST_TIMEOUT).orElse(null);
                return startWait != null
                        ? ""
                        : "it is 100ms to 1m, in ms, s or m, for example " + PREFIX + "start.wait=500ms";
            case "token.file":
                return takeTokenFile(value);
            case "coordinator.tls.trust":
                return takeTrust(value);
            case "kerberos":
                kerberos = value;
                return value.matches("auto|true|false")
                        ? ""
                        : "it is auto, true or false, for example " + PREFIX + "kerberos=auto";
            case "replicas":
                replicas = value;
                return value.matches(BY_ENTITLEMENT + "|hdfs")
                        ? ""
                        : "it is entitlement or hdfs, for example " + PREFIX + "replicas=hdfs";
            case "shortcircuit":
                shortCircuit = ShortCircuit.labelled(value).orElse(null);
                return shortCircuit != null
                        ? ""
                        : "it is " + ShortCircuit.LABELS + ", for example " + PREFIX + "shortcircuit=tcp";
            case "hedged.reads":
                hedgedReads = value;
                return value.matches("off|" + PacedReads.HDFS)
                        ? ""
                        : "it is off or hdfs, for example " + PREFIX + "hedged.reads=off";
            case "local.io":
                localIo = value;
                return value.matches("report|off")
                        ? ""
                        : "it is report or off, for example " + PREFIX + "local.io=report";
            case "appointments":
                appointments = value;
                return value.matches("true|false")
                        ? ""
                        : "it is true or false, for example " + PREFIX + "appointments=false";
            case "appointments.longest.wait":
                longestWait = duration(value, SHORTEST_WAIT, LONGEST_WAIT).orElse(null);
                return longestWait != null
                        ? ""
                        : "it is 1s to 5m, in ms, s or m, for example " + PREFIX + "appointments.longest.wait=20s";
            default:
                return rates.take(key, value)
                        .orElse("there is no such key; there are enabled, tenant, coordinator, coordinator.timeout,"
                                + " coordinator.tls.trust, start.wait, token.file, kerberos, replicas,"
                                + " shortcircuit, hedged.reads, local.io, appointments, appointments.longest.wait,"
                                + " "
                                + RateSettings.KEYS + ", for example " + PREFIX + "tenant=gold");
        }
    }

    private String takeCoordinators(String value) {
        try {
            coordinators = Addresses.all(PREFIX + "coordinator", value);
        } catch (IllegalArgumentException malformed) {
            coordinators = List.of();
        }
        return coordinators.isEmpty()
                ? "it is a list of http or https addresses, separated by commas, for example " + COORDINATOR_EXAMPLE
                : "";
    }

    private String takeTokenFile(String value) {
        tokenFile = value.isEmpty() || value.indexOf('\0') >= 0 ? null : Path.of(value);
        return tokenFile != null
                ? ""
                : "it is a file that the driver can read, for example " + PREFIX
                        + "token.file=/etc/hdfs-throttle/register.token";
    }

    private String takeTrust(String value) {
        boolean path = !value.isEmpty() && value.indexOf('\0') < 0;
        tls = path ? TlsFiles.of(Path.of(value), null, null) : TlsFiles.NONE;
        return path
                ? ""
                : "it is a file of certificates that the driver can read, for example " + PREFIX
                        + "coordinator.tls.trust=/etc/hdfs-throttle/ca.pem";
    }

    private static Optional<Duration> duration(String value, Duration shortest, Duration longest) {
        Matcher matcher = TIMEOUT.matcher(value);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            String unit = matcher.group(2);
            Duration duration = unit.equals("ms")
                    ? Duration.ofMillis(amount)
                    : unit.equals("s") ? Duration.ofSeconds(amount) : Duration.ofMinutes(amount);
            if (duration.compareTo(shortest) >= 0 && duration.compareTo(longest) <= 0) {
                return Optional.of(duration);
            }
        }
        return Optional.empty();
    }

    /** Whether the application wants its I/O tagged at all. */
    boolean enabled() {
        return enabled;
    }

    /** The tenant that the application requests; empty to leave it to policy. */
    Optional<Tenant> tenant() {
        return Optional.ofNullable(tenant);
    }

    /** The coordinators' base addresses; at least one when enabled. */
    List<URI> coordinators() {
        return coordinators;
    }

    /** The file with the token required for registering, where the coordinator wants one. */
    Optional<Path> tokenFile() {
        return Optional.ofNullable(tokenFile);
    }

    /** The certificates trusted where a coordinator's address begins with https. */
    TlsFiles tls() {
        return tls;
    }

    /** Whether the application proves its user by Kerberos, as it does by default if Hadoop itself uses Kerberos. */
    boolean kerberos(boolean securityEnabled) {
        return kerberos.equals("auto") ? securityEnabled : kerberos.equals("true");
    }

    /** Whether readers choose replicas by their tenant's unused entitlement; else HDFS chooses. */
    boolean choosesReplicas() {
        return replicas.equals(BY_ENTITLEMENT);
    }

    /** How the application requests to read replicas on its clients' own host; empty for all that its tenant may do. */
    Optional<ShortCircuit> shortCircuit() {
        return Optional.ofNullable(shortCircuit);
    }

    /** Whether hedged reads follow HDFS's settings; else they are disabled. */
    boolean hedgesReads() {
        return hedgedReads.equals(PacedReads.HDFS);
    }

    /** Whether executors report their process id and their I/O on local disks. */
    boolean reportsLocalIo() {
        return localIo.equals("report");
    }

    /** The longest that tasks of scanning stages wait for their appointments; empty where they make none. */
    Optional<Duration> appointments() {
        return appointments.equals("true") ? Optional.of(longestWait) : Optional.empty();
    }

    /** The application's own rates and pools. */
    RateSettings rates() {
        return rates;
    }

    /** The longest that the start of the application waits for its registration, which goes on after that. */
    Duration startWait() {
        return startWait;
    }

    /** The part of the timeout for one coordinator: a host that hangs leaves time for the others. */
    Duration timeoutEach() {
        return timeout.dividedBy(coordinators.size());
    }
}
