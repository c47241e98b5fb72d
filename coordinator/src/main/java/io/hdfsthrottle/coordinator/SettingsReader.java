package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.app.Assignment;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.credit.CreditSettings;
import io.hdfsthrottle.coordinator.credit.Credits;
import io.hdfsthrottle.coordinator.credit.Level;
import io.hdfsthrottle.coordinator.disk.LeaseSettings;
import io.hdfsthrottle.coordinator.forecast.ForecastSettings;
import io.hdfsthrottle.coordinator.history.HistorySettings;
import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.coordinator.slot.SlotSettings;
import io.hdfsthrottle.coordinator.tier.TierSettings;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Addresses;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Durations;
import io.hdfsthrottle.unit.Sizes;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses the values of settings; every refusal names the key, the value, a good value and the source.
 *
 * @param given the keys that were set, and their values
 * @param defaults every key there is, and its default
 * @param place where a key was read
 */
record SettingsReader(Map<String, String> given, Map<String, String> defaults, UnaryOperator<String> place) {
    private static final long LEAST_BYTES = 64 << 10;
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,10}(\\.[0-9]{1,6})?");
    private static final List<String> HISTORIES = List.of("off", "fennel");
    private static final Pattern USER = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]{0,63}");
    private static final Pattern SERVERS =
            Pattern.compile("[A-Za-z0-9._\\[\\]:-]+:[0-9]{1,5}(,[A-Za-z0-9._\\[\\]:-]+:[0-9]{1,5})*");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:.]+]");
    private static final int LARGEST_PORT = 65_535;
    private static final int MOST_NAMENODES = 8;
    private static final String NAMENODES = "http://nn1.example.com:9870, up to 8 of one HDFS separated by commas";
    private static final Pattern REALMS = Pattern.compile("[A-Za-z0-9._-]{1,255}(,[A-Za-z0-9._-]{1,255})*");

    String text(String key) {
        return given.getOrDefault(key, defaults.get(key)).strip();
    }

    CoordinatorSettings.Refused refused(String key, String good) {
        return new CoordinatorSettings.Refused(key + " = " + Addresses.shown(text(key)) + " in " + place.apply(key)
                + " is refused; a good value is " + good);
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
        if (port < 0 || port > LARGEST_PORT) {
            throw refused(key, "9880");
        }
        return port;
    }

    /** Servers as {@code host:port}, separated by commas. */
    String servers(String key, String good) {
        String servers = matching(key, SERVERS, good);
        for (String each : servers.split(",", -1)) {
            int colon = each.lastIndexOf(':');
            if (Integer.parseInt(each.substring(colon + 1)) > LARGEST_PORT) {
                throw refused(key, good + "; a port is 1 to " + LARGEST_PORT);
            }
            if (each.lastIndexOf(':', colon - 1) >= 0
                    && !IPV6.matcher(each.substring(0, colon)).matches()) {
                throw refused(key, good + "; an IPv6 address stands in brackets: [2001:db8::1]:2181");
            }
        }
        return servers;
    }

    /** 0 if it is empty and may be. */
    int count(String key, String good) {
        String written = text(key);
        if (written.isEmpty() && defaults.get(key).isEmpty()) {
            return 0;
        }
        if (!written.matches("[1-9][0-9]{0,5}")) {
            throw refused(key, good + ", a whole number from 1 to 999999");
        }
        return Integer.parseInt(written);
    }

    Optional<URI> url(String key) {
        if (text(key).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Addresses.one(text(key)));
        } catch (IllegalArgumentException none) {
            throw refused(key, "http://coordinator1.example.com:9880; " + none.getMessage());
        }
    }

    Duration duration(String key, Duration least, Duration most, String good) {
        try {
            Duration duration = Durations.parse(text(key));
            if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException malformed) {
            // refused below, like a duration out of bounds
        }
        throw refused(key, good + ", from " + least.toSeconds() + "s to " + most.toSeconds() + "s");
    }

    Optional<Path> path(String key) {
        try {
            return text(key).isEmpty() ? Optional.empty() : Optional.of(Path.of(text(key)));
        } catch (InvalidPathException unmappable) {
            throw refused(key, "a path in ASCII, unless the process runs in a locale with UTF-8 (LC_ALL=C.UTF-8)");
        }
    }

    long bytes(String key) {
        try {
            long bytes = Sizes.parse(text(key));
            if (bytes >= LEAST_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException malformed) {
            // refused below, like an amount that is too small
        }
        throw refused(key, defaults.get(key) + ", a number with k, m or g, at least 64k");
    }

    Optional<Set<Role>> roles(String key) {
        try {
            return text(key).isEmpty() ? Optional.empty() : Optional.of(AccessSettings.roles(text(key)));
        } catch (IllegalArgumentException malformed) {
            throw refused(key, "none, or view,register: any of view, register, node and admin");
        }
    }

    KerberosSettings kerberos() {
        Optional<Path> keytab = path("kerberos.keytab");
        String principal = text("kerberos.principal");
        boolean wellFormed = KerberosSettings.PRINCIPAL.matcher(principal).matches();
        if (keytab.isPresent() ? !wellFormed : !principal.isEmpty()) {
            throw refused("kerberos.principal", "HTTP/_HOST@EXAMPLE.COM, and kerberos.keytab goes with it");
        }
        String realms = text("kerberos.realms").isEmpty()
                ? KerberosSettings.realmOf(principal)
                : matching("kerberos.realms", REALMS, "EXAMPLE.COM,OTHER.EXAMPLE.COM");
        Duration lifetime = duration("kerberos.token.lifetime", Duration.ofSeconds(1), Duration.ofDays(7), "24h");
        return new KerberosSettings(
                keytab,
                principal,
                keytab.isPresent() ? Set.of(realms.split(",", -1)) : Set.of(),
                lifetime,
                duration("kerberos.token.longest", lifetime, Duration.ofDays(90), "168h"));
    }

    /** A number such as {@code 0.5}, with at most six digits behind the point. */
    double decimal(String key, double least, double most) {
        if (DECIMAL.matcher(text(key)).matches()) {
            double value = Double.parseDouble(text(key));
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw refused(key, defaults.get(key) + ", a number from " + plain(least) + " to " + plain(most));
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private Credits credits(String key, Credits least) {
        try {
            Credits amount = DECIMAL.matcher(text(key)).matches() ? Credits.parse(text(key)) : null;
            if (amount != null && amount.compareTo(least) >= 0 && amount.compareTo(CreditSettings.LARGEST) <= 0) {
                return amount;
            }
        } catch (IllegalArgumentException inexact) {
            // refused below, like an amount out of bounds
        }
        throw refused(
                key,
                defaults.get(key) + ", from " + least + " to " + CreditSettings.LARGEST
                        + " with at most three digits behind the point");
    }

    HistorySettings history() {
        Map<Tenant, Boolean> tenants = new HashMap<>();
        if (!text("history.tenants").isEmpty()) {
            for (String each : text("history.tenants").split(",", -1)) {
                String[] parts = each.strip().split("=", 2);
                Tenant tenant = Tenant.parse(parts[0]).orElse(null);
                if (parts.length < 2 || tenant == null || !HISTORIES.contains(parts[1])) {
                    throw refused("history.tenants", "etl=fennel,gold=off");
                }
                tenants.put(tenant, parts[1].equals("fennel"));
            }
        }
        return new HistorySettings(
                oneOf("history", HISTORIES, "off").equals("fennel"),
                tenants,
                duration("history.half.life", HistorySettings.SHORTEST, HistorySettings.LONGEST, "1h"),
                decimal("history.factor.most", 1, 10),
                decimal("history.factor.least", 0.1, 1));
    }

    CreditSettings credit() {
        Duration day = Duration.ofHours(24);
        int contenders = count("credit.contention.most", "16");
        if (contenders < 2 || contenders > 1_000) {
            throw refused("credit.contention.most", "16, a whole number from 2 to 1000");
        }
        Duration second = Duration.ofSeconds(1);
        return new CreditSettings(
                oneOf("credit", List.of("off", "on"), "off").equals("on"),
                credits("credit.earn.contention", Credits.NONE),
                credits("credit.earn.level", Credits.NONE),
                contenders,
                credits("credit.price", Credits.parse("0.001")),
                credits("credit.most", Credits.NONE),
                duration("credit.expiry", Duration.ofHours(1), day, "24h"),
                duration("credit.yield.longest", second, Duration.ofDays(30), "24h"),
                duration("credit.boost.longest", second, day, "1h"),
                Map.of(
                        Level.LOW, decimal("credit.weight.low", Factors.LEAST, 1),
                        Level.LOWEST, decimal("credit.weight.lowest", Factors.LEAST, 1),
                        Level.IDLE, decimal("credit.weight.idle", Factors.LEAST, 1)),
                decimal("credit.weight.boost", 1, 100));
    }

    SlotSettings slot() {
        return new SlotSettings(
                oneOf("slot", List.of("off", "on"), "off").equals("on"),
                upTo("slot.at.once", 64),
                decimal("slot.share", 0.01, SlotSettings.MOST_SHARE),
                duration("slot.longest", Duration.ofSeconds(1), Duration.ofHours(1), "1m"),
                upTo("slot.most", SlotSettings.LARGEST_QUEUE),
                upTo("slot.most.of.one", SlotSettings.LARGEST_QUEUE),
                decimal("slot.weight.most", 1, 100),
                decimal("slot.weight.after", 0.1, 1),
                duration("slot.forget.after", Duration.ofSeconds(1), Duration.ofHours(24), "10m"));
    }

    int upTo(String key, int most) {
        int count = count(key, defaults.get(key));
        if (count > most) {
            throw refused(key, defaults.get(key) + ", a whole number from 1 to " + most);
        }
        return count;
    }

    ForecastSettings forecast() {
        int models = count("forecast.models", "32");
        if (models < ForecastSettings.FEWEST_MODELS || models > ForecastSettings.MOST_MODELS) {
            throw refused("forecast.models", "32, a whole number from 2 to 256");
        }
        return new ForecastSettings(
                oneOf("forecast", List.of("off", "on"), "off").equals("on"),
                models,
                decimal("forecast.factor.most", 1, 10),
                decimal("forecast.factor.least", 0.1, 1));
    }

    LeaseSettings lease() {
        Duration second = Duration.ofSeconds(1);
        return new LeaseSettings(
                oneOf("lease", List.of("off", "on"), "off").equals("on"),
                duration("lease.longest", second, Duration.ofDays(30), "24h"),
                count("lease.disks.per.user", "8"),
                count("lease.shared.least", "1"),
                duration("lease.ageing", second, Duration.ofDays(1), "10m"),
                duration("lease.drain.longest", second, Duration.ofDays(7), "6h"),
                decimal("lease.strangers.floor", LeaseSettings.LEAST_FLOOR, LeaseSettings.LARGEST_FLOOR));
    }

    TierSettings tier() {
        boolean on = oneOf("tiers", List.of("off", "on"), "off").equals("on");
        List<URI> nameNodes = nameNodes();
        if (on && nameNodes.isEmpty()) {
            throw refused("tiers", "off, or on with tiers.namenode = " + NAMENODES);
        }
        double below = decimal("tiers.quiet.below", 0.01, 1);
        double above = decimal("tiers.busy.above", 0.01, 1);
        if (below > above) {
            throw refused("tiers.quiet.below", "0.2, a number up to tiers.busy.above = " + text("tiers.busy.above"));
        }
        Duration second = Duration.ofSeconds(1);
        return new TierSettings(
                on,
                nameNodes,
                matching("tiers.user", USER, "hdfs"),
                path("tiers.token.file"),
                path("tiers.tls.trust.file"),
                below,
                above,
                duration("tiers.quiet.for", second, Duration.ofHours(24), "1m"),
                duration("tiers.every", second, Duration.ofHours(24), "1m"),
                bytes("tiers.at.once"));
    }

    private List<URI> nameNodes() {
        String written = text("tiers.namenode");
        if (written.isEmpty()) {
            return List.of();
        }
        try {
            List<URI> addresses =
                    Arrays.stream(written.split(",", -1)).map(Addresses::one).toList();
            if (addresses.size() <= MOST_NAMENODES && addresses.stream().allMatch(each -> each.getPort() > 0)) {
                return addresses;
            }
        } catch (IllegalArgumentException none) {
            throw refused("tiers.namenode", NAMENODES + "; " + none.getMessage());
        }
        throw refused("tiers.namenode", NAMENODES);
    }

    Assignment assignment(String key, boolean onLoopback) {
        return switch (text(key)) {
            case "" -> onLoopback ? Assignment.ACCEPTING_CLAIMS : Assignment.REFUSING_CLAIMS;
            case "accept" -> Assignment.ACCEPTING_CLAIMS;
            case "refuse" -> Assignment.REFUSING_CLAIMS;
            default -> throw refused(key, "accept or refuse");
        };
    }

    /** One of these values; {@code none} if it is empty. */
    String oneOf(String key, List<String> values, String none) {
        if (!values.contains(text(key))) {
            throw refused(key, values.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining(" or ")));
        }
        return text(key).isEmpty() ? none : text(key);
    }

    TlsFiles tls(String trust, String certificate, String key) {
        if (text(certificate).isEmpty() && !text(trust).isEmpty()) {
            throw refused(trust, "one together with " + certificate + " and " + key);
        }
        try {
            return TlsFiles.of(
                    path(trust).orElse(null),
                    path(certificate).orElse(null),
                    path(key).orElse(null));
        } catch (IllegalArgumentException halfOnly) {
            boolean keyless = text(key).isEmpty();
            throw refused(keyless ? certificate : key, "one together with " + (keyless ? key : certificate));
        }
    }
}
