package io.hdfsthrottle.setting;

import io.hdfsthrottle.mode.Mode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a node's agent, by concern: every key begins with {@value #PREFIX}. Immutable.
 *
 * <p>All have defaults; an unknown or malformed key is refused, because a share that silently differs from what was
 * configured is worse than none.
 */
public final class AgentSettings {

    /** The prefix of every key. */
    public static final String PREFIX = "hdfs.throttle.";

    private static final String ENABLED = "enabled";
    private static final String MODE = "mode";

    /** Every key, without the prefix. */
    private static final Set<String> KEYS = Stream.of(
                    Set.of(ENABLED, MODE),
                    GrantSettings.KEYS,
                    LinkSettings.KEYS,
                    PacingSettings.KEYS,
                    KernelSettings.KEYS,
                    GuardSettings.KEYS,
                    ExecutorSettings.KEYS,
                    PlacementSettings.KEYS)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private final boolean enabled;
    private final Mode mode;
    private final LinkSettings link;
    private final PacingSettings pacing;
    private final GrantSettings grants;
    private final KernelSettings kernel;
    private final GuardSettings guard;
    private final ExecutorSettings executors;
    private final PlacementSettings placement;

    /**
     * Reads settings.
     *
     * @param written every key that begins with {@value #PREFIX}, and its value
     * @throws SettingException naming the first key that is unknown or malformed
     */
    public static AgentSettings parse(Map<String, String> written) throws SettingException {
        for (String key : new TreeSet<>(written.keySet())) {
            if (!key.startsWith(PREFIX) || !KEYS.contains(key.substring(PREFIX.length()))) {
                throw new SettingException(
                        key,
                        "unknown setting " + key + "; the nearest is " + NearestKey.to(key, keys()) + ", there are "
                                + keys());
            }
        }
        return new AgentSettings(written);
    }

    private AgentSettings(Map<String, String> written) throws SettingException {
        enabled = Setting.read(written, ENABLED, "true", Setting::flag);
        mode = Setting.read(written, MODE, Mode.ENFORCE.label(), AgentSettings::mode);
        link = new LinkSettings(written);
        pacing = new PacingSettings(written);
        grants = new GrantSettings(written);
        kernel = new KernelSettings(written);
        guard = new GuardSettings(written);
        executors = new ExecutorSettings(written);
        placement = new PlacementSettings(written);
    }

    private static Mode mode(String value) {
        return Mode.labelled(value)
                .orElseThrow(() -> new IllegalArgumentException(Mode.LABELS + ", for example shadow"));
    }

    /** Every key there is, sorted. */
    public static Set<String> keys() {
        return KEYS.stream().map(PREFIX::concat).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the agent is enabled. */
    public boolean enabled() {
        return enabled;
    }

    /** The mode until a coordinator tells one. */
    public Mode mode() {
        return mode;
    }

    /** The node's identity, and the grants that it obeys. */
    public GrantSettings grants() {
        return grants;
    }

    /** The link to the coordinators. */
    public LinkSettings link() {
        return link;
    }

    /** The capacity that is divided, and how. */
    public PacingSettings pacing() {
        return pacing;
    }

    /** The kernel's layers beside pacing. */
    public KernelSettings kernel() {
        return kernel;
    }

    /** How executors' local I/O is handled. */
    public ExecutorSettings executors() {
        return executors;
    }

    /** The guard that limits other processes' I/O. */
    public GuardSettings guard() {
        return guard;
    }

    /** The placement of new blocks. */
    public PlacementSettings placement() {
        return placement;
    }
}
