package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.app.Assignment;
import io.hdfsthrottle.coordinator.audit.AuditSettings;
import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.tls.TlsFiles;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the values of settings; every refusal names the key, the value, a good value and the source.
 *
 * @param given the keys that were set, and their values
 * @param defaults every key there is, and its default
 * @param source where they were read
 */
record SettingsReader(Map<String, String> given, Map<String, String> defaults, String source) {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern REALMS = Pattern.compile("[A-Za-z0-9._-]{1,255}(,[A-Za-z0-9._-]{1,255})*");

    String text(String key) {
        return given.getOrDefault(key, defaults.get(key)).strip();
    }

    CoordinatorSettings.Refused refused(String key, String good) {
        return new CoordinatorSettings.Refused(
                key + " = " + text(key) + " in " + source + " is refused; a good value is " + good);
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

    /** 0 where it is empty and may be. */
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

    long bytes(String key) {
        try {
            return AuditSettings.bytes(text(key));
        } catch (IllegalArgumentException malformed) {
            throw refused(key, defaults.get(key) + ", a number with the suffix k, m or g, at least 64k");
        }
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

    Assignment assignment(String key, boolean onLoopback) {
        return switch (text(key)) {
            case "" -> onLoopback ? Assignment.ACCEPTING_CLAIMS : Assignment.REFUSING_CLAIMS;
            case "accept" -> Assignment.ACCEPTING_CLAIMS;
            case "refuse" -> Assignment.REFUSING_CLAIMS;
            default -> throw refused(key, "accept or refuse");
        };
    }

    /** One of these values, and that one for none. */
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
