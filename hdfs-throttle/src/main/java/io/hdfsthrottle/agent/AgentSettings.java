package io.hdfsthrottle.agent;

import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.unit.Durations;
import io.hdfsthrottle.unit.Rate;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What an operator can set for the agent of a node: every key begins with {@value #PREFIX}. Immutable.
 *
 * <p>All have defaults; an unknown or malformed key is refused, because a share that silently is not what was written is
 * worse than none.
 */
public final class AgentSettings {

    /** What every key begins with. */
    public static final String PREFIX = "hdfs.throttle.";

    private static final Set<String> KEYS = Set.of(
            "enabled",
            "cluster",
            "node",
            "coordinator",
            "coordinator.timeout",
            "volume.capacity",
            "charge",
            "charge.cached",
            "pacing.tick",
            "pacing.longest.sleep",
            "pacing.longest.sleep.read",
            "slots.extra",
            "grant.file",
            "grant.stale.after",
            "grant.expire.after",
            "signing.keys.file");

    private static final String AUTO = "auto";
    private static final Duration SHORTEST_TICK = Duration.ofMillis(10);
    private static final Duration LONGEST_TICK = Duration.ofSeconds(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

    private final boolean enabled;
    private final String cluster;
    private final String node;
    private final List<URI> coordinators;
    private final Duration coordinatorTimeout;
    private final Rate volumeCapacity;
    private final Charge charge;
    private final double cachedPart;
    private final Duration tick;
    private final WaitLimits pacingLimits;
    private final WaitLimits readLimits;
    private final double extraSlots;
    private final Path grantFile;
    private final Duration staleAfter;
    private final Duration expireAfter;
    private final Path signingKeysFile;
    private final KernelSettings kernel;

    /**
     * Reads settings.
     *
     * @param written every key that begins with {@value #PREFIX}, and its value
     * @throws SettingException naming the first key that is unknown or malformed
     */
    public static AgentSettings parse(Map<String, String> written) throws SettingException {
        for (String key : new TreeSet<>(written.keySet())) {
            if (!key.startsWith(PREFIX) || !isKnown(key.substring(PREFIX.length()))) {
                throw new SettingException(
                        key, "unknown setting " + key + "=" + written.get(key) + "; there are " + keys());
            }
        }
        return new AgentSettings(written);
    }

    private static boolean isKnown(String name) {
        return KEYS.contains(name) || KernelSettings.KEYS.contains(name);
    }

    private AgentSettings(Map<String, String> written) throws SettingException {
        enabled = read(written, "enabled", "true", AgentSettings::flag);
        cluster = read(written, "cluster", "default", Function.identity());
        node = read(written, "node", "", Function.identity());
        coordinators = read(written, "coordinator", "", HttpLink::parseAddresses);
        coordinatorTimeout = read(written, "coordinator.timeout", "5s", AgentSettings::timeout);
        volumeCapacity = read(written, "volume.capacity", AUTO, AgentSettings::capacity);
        charge = read(written, "charge", AUTO, Charge::parse);
        cachedPart = read(written, "charge.cached", "0.01", value -> part(value, "0.01"));
        tick = read(written, "pacing.tick", "50ms", AgentSettings::tick);
        pacingLimits = read(written, "pacing.longest.sleep", "2s", value -> WaitLimits.of(Durations.parse(value)));
        readLimits = read(written, "pacing.longest.sleep.read", "5s", AgentSettings::readLimits);
        extraSlots = read(written, "slots.extra", "0.5", value -> part(value, "0.5"));
        grantFile = read(written, "grant.file", "", AgentSettings::path);
        staleAfter = read(written, "grant.stale.after", "30s", Durations::parse);
        expireAfter = read(written, "grant.expire.after", "10m", Durations::parse);
        signingKeysFile = read(written, "signing.keys.file", "", AgentSettings::path);
        kernel = new KernelSettings(written);
        if (expireAfter.compareTo(staleAfter) < 0) {
            throw new SettingException(
                    PREFIX + "grant.expire.after",
                    PREFIX + "grant.expire.after="
                            + written.getOrDefault(PREFIX + "grant.expire.after", "10m, the default,")
                            + " is before grant.stale.after; for example 10m with grant.stale.after=30s");
        }
    }

    static <T> T read(Map<String, String> written, String name, String byDefault, Function<String, T> reader)
            throws SettingException {
        String key = PREFIX + name;
        String value = written.getOrDefault(key, byDefault).trim();
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException malformed) {
            throw new SettingException(key, key + "=" + value + ": " + malformed.getMessage());
        }
    }

    private static Boolean flag(String value) {
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        throw new IllegalArgumentException("true or false, for example true");
    }

    private static Rate capacity(String value) {
        if (value.equals(AUTO)) {
            return null;
        }
        Rate rate = Rate.parse(value);
        if (rate.bytesPerSecond() < 1 << 20) {
            throw new IllegalArgumentException("a disk gives at least 1m a second, for example 150m, or auto");
        }
        return rate;
    }

    private static WaitLimits readLimits(String value) {
        return WaitLimits.of(Duration.ZERO).withReads(Durations.parse(value));
    }

    private static Double part(String value, String good) {
        double part = number(value);
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("0 to 1, for example " + good);
        }
        return part;
    }

    /** The number, or NaN for what is none. */
    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }

    private static Duration timeout(String value) {
        Duration timeout = Durations.parse(value);
        if (timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("above 0 and at most 1m, for example 5s");
        }
        return timeout;
    }

    private static Duration tick(String value) {
        Duration tick = Durations.parse(value);
        if (tick.compareTo(SHORTEST_TICK) < 0 || tick.compareTo(LONGEST_TICK) > 0) {
            throw new IllegalArgumentException("10ms to 1s, for example 50ms");
        }
        return tick;
    }

    static Path path(String value) {
        try {
            return value.isEmpty() ? null : Path.of(value);
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException("no path of a file, for example /var/lib/hdfs-throttle/file", malformed);
        }
    }

    /** Every key there is, sorted. */
    public static Set<String> keys() {
        Set<String> all = new TreeSet<>();
        KEYS.forEach(key -> all.add(PREFIX + key));
        KernelSettings.KEYS.forEach(key -> all.add(PREFIX + key));
        return all;
    }

    /** Whether the agent does anything. */
    public boolean enabled() {
        return enabled;
    }

    /** The cluster whose grants are obeyed. */
    public String cluster() {
        return cluster;
    }

    /** What this node calls itself, if set; else the host decides. */
    public Optional<String> node() {
        return node.isEmpty() ? Optional.empty() : Optional.of(node);
    }

    /** The coordinators' addresses; none for a node that stands alone. */
    public List<URI> coordinators() {
        return coordinators;
    }

    /** How long one call to a coordinator may take. */
    public Duration coordinatorTimeout() {
        return coordinatorTimeout;
    }

    /** What each volume can give, if set; without it each is paced by what it is seen to give. */
    public Optional<Rate> volumeCapacity() {
        return Optional.ofNullable(volumeCapacity);
    }

    /** What reads are charged, if the kernel tells it. */
    Charge charge() {
        return charge.orWith(volumeCapacity());
    }

    /** What a byte costs that was read from memory, where the device's work is charged: 0 to 1. */
    double cachedPart() {
        return cachedPart;
    }

    /** How often shares are computed anew. */
    public Duration tick() {
        return tick;
    }

    /** The bounds of pacing. */
    public WaitLimits pacingLimits() {
        return pacingLimits.withReads(readLimits.longestReadSleep());
    }

    /** How many more transfer threads the host may have while it is short of them: a part of those its administrator gave it. */
    double extraSlots() {
        return extraSlots;
    }

    /** Where the last good grant is kept, if set; else the host decides. */
    public Optional<Path> grantFile() {
        return Optional.ofNullable(grantFile);
    }

    /** How long without a coordinator until the grant is stale. */
    public Duration staleAfter() {
        return staleAfter;
    }

    /** How long without a coordinator until the shares are equal. */
    public Duration expireAfter() {
        return expireAfter;
    }

    /** The keys that tags are verified with, if set; without them an application's tag is a claim. */
    public Optional<Path> signingKeysFile() {
        return Optional.ofNullable(signingKeysFile);
    }

    /** What the kernel is to do beside pacing. */
    KernelSettings kernel() {
        return kernel;
    }
}
