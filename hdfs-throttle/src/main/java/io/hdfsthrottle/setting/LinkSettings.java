package io.hdfsthrottle.setting;

import io.hdfsthrottle.link.Addresses;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings of the link to the coordinators. Immutable. */
public final class LinkSettings {

    private static final String COORDINATOR = "coordinator";
    private static final String TIMEOUT = "coordinator.timeout";
    private static final String TRUST = "coordinator.tls.trust";

    static final Set<String> KEYS = Set.of(COORDINATOR, TIMEOUT, TRUST);

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

    private final List<URI> coordinators;
    private final Duration timeout;
    private final TlsFiles tls;

    LinkSettings(Map<String, String> written) throws SettingException {
        coordinators = Setting.read(written, COORDINATOR, "", LinkSettings::addresses);
        timeout = Setting.read(written, TIMEOUT, "3s", LinkSettings::timeout);
        tls = Setting.read(written, TRUST, "", trust -> TlsFiles.of(Setting.path(trust), null, null));
    }

    private static List<URI> addresses(String value) {
        return Addresses.all(AgentSettings.PREFIX + COORDINATOR, value);
    }

    private static Duration timeout(String value) {
        Duration timeout = Durations.parse(value);
        if (timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("above 0 and at most 1m, for example 3s");
        }
        return timeout;
    }

    /** The coordinators' addresses; none for a standalone node. */
    public List<URI> coordinators() {
        return coordinators;
    }

    /** The certificates that are trusted where an address begins with https. */
    public TlsFiles tls() {
        return tls;
    }

    /** How long one call to a coordinator may take. */
    public Duration timeout() {
        return timeout;
    }
}
