package io.hdfsthrottle.coordinator.setting;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses the values of settings; every refusal names the key, the value, a good value and the source.
 *
 * @param given the keys that were set, and their values
 * @param defaults every key there is, and its default
 * @param place where a key was read
 * @param folder against which relative paths are resolved, if any: that of the file that names them
 */
public record SettingsReader(
        Map<String, String> given, Map<String, String> defaults, UnaryOperator<String> place, Optional<Path> folder) {
    private static final long LEAST_BYTES = 64 << 10;
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,10}(\\.[0-9]{1,6})?");
    private static final Pattern SERVERS =
            Pattern.compile("[A-Za-z0-9._\\[\\]:-]+:[0-9]{1,5}(,[A-Za-z0-9._\\[\\]:-]+:[0-9]{1,5})*");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:.]+]");
    private static final int LARGEST_PORT = 65_535;

    /** The text of that key as it was set, or its default; empty for a key that is not known. */
    public String text(String key) {
        return given.getOrDefault(key, defaults.getOrDefault(key, "")).strip();
    }

    /** A refusal of that key's value, to be thrown. */
    public RefusedSetting refused(String key, String good) {
        return new RefusedSetting(key + " = " + Addresses.shown(text(key)) + " in " + place.apply(key)
                + " is refused; a good value is " + good);
    }

    /** The text, which has to match. */
    public String matching(String key, Pattern pattern, String good) {
        if (!pattern.matcher(text(key)).matches()) {
            throw refused(key, good);
        }
        return text(key);
    }

    /** A name by the rule of tenants' names. */
    public String tenantLike(String key) {
        if (Tenant.parse(text(key)).isEmpty()) {
            throw refused(key, "default (" + Tenant.NAME_RULE + ")");
        }
        return text(key);
    }

    /** A port; 0 is any free one. */
    public int port(String key) {
        int port = text(key).matches("[0-9]{1,5}") ? Integer.parseInt(text(key)) : -1;
        if (port < 0 || port > LARGEST_PORT) {
            throw refused(key, "9880");
        }
        return port;
    }

    /** Servers as {@code host:port}, separated by commas. */
    public String servers(String key, String good) {
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
    public int count(String key, String good) {
        String written = text(key);
        if (written.isEmpty() && defaults.get(key).isEmpty()) {
            return 0;
        }
        if (!written.matches("[1-9][0-9]{0,5}")) {
            throw refused(key, good + ", a whole number from 1 to 999999");
        }
        return Integer.parseInt(written);
    }

    /** The address of an HTTP server; empty if none is set. */
    public Optional<URI> url(String key) {
        if (text(key).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Addresses.one(text(key)));
        } catch (IllegalArgumentException none) {
            throw refused(key, "http://coordinator1.example.com:9880; " + none.getMessage());
        }
    }

    /** A time within those bounds. */
    public Duration duration(String key, Duration least, Duration most, String good) {
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

    /** A path; empty if none is set. */
    public Optional<Path> path(String key) {
        try {
            return text(key).isEmpty() ? Optional.empty() : Optional.of(resolved(Path.of(text(key))));
        } catch (InvalidPathException unmappable) {
            throw refused(key, "a path in ASCII, unless the process runs in a locale with UTF-8 (LC_ALL=C.UTF-8)");
        }
    }

    private Path resolved(Path written) {
        return folder.map(base -> base.resolve(written)).orElse(written);
    }

    /** An amount of bytes. */
    public long bytes(String key) {
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

    /** A number such as {@code 0.5}, with at most six digits behind the point. */
    public double decimal(String key, double least, double most) {
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

    /** A whole number from 1 to that one. */
    public int upTo(String key, int most) {
        int count = count(key, defaults.get(key));
        if (count > most) {
            throw refused(key, defaults.get(key) + ", a whole number from 1 to " + most);
        }
        return count;
    }

    /** Whether it is {@code on} and not {@code off}. */
    public boolean isOn(String key) {
        return oneOf(key, List.of("off", "on"), "off").equals("on");
    }

    /** One of these values; {@code none} if it is empty. */
    public String oneOf(String key, List<String> values, String none) {
        if (!values.contains(text(key))) {
            throw refused(key, values.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining(" or ")));
        }
        return text(key).isEmpty() ? none : text(key);
    }

    /** The files of a TLS server. */
    public TlsFiles tls(String trust, String certificate, String key) {
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
