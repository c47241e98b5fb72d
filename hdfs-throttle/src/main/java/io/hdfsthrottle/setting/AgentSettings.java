package io.hdfsthrottle.setting;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an operator can set for the agent of a node, by concern: every key begins with {@value #PREFIX}. Immutable.
 *
 * <p>All have defaults; an unknown or malformed key is refused, because a share that silently is not what was written is
 * worse than none.
 */
public final class AgentSettings {

    /** What every key begins with. */
    public static final String PREFIX = "hdfs.throttle.";

    private static final String ENABLED = "enabled";

    /** Every key, without the prefix. */
    private static final Set<String> KEYS = Stream.of(
                    Set.of(ENABLED),
                    GrantSettings.KEYS,
                    LinkSettings.KEYS,
                    PacingSettings.KEYS,
                    ChargeSettings.KEYS,
                    SlotSettings.KEYS,
                    KernelSettings.KEYS,
                    GuardSettings.KEYS,
                    ExecutorSettings.KEYS,
                    PlacementSettings.KEYS)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private final boolean enabled;
    private final LinkSettings link;
    private final PacingSettings pacing;
    private final ChargeSettings charging;
    private final SlotSettings slots;
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
                        key, "unknown setting " + key + "=" + written.get(key) + "; there are " + keys());
            }
        }
        return new AgentSettings(written);
    }

    private AgentSettings(Map<String, String> written) throws SettingException {
        enabled = Setting.read(written, ENABLED, "true", Setting::flag);
        link = new LinkSettings(written);
        pacing = new PacingSettings(written);
        charging = new ChargeSettings(written);
        slots = new SlotSettings(written);
        grants = new GrantSettings(written);
        kernel = new KernelSettings(written);
        guard = new GuardSettings(written);
        executors = new ExecutorSettings(written);
        placement = new PlacementSettings(written);
    }

    /** Every key there is, sorted. */
    public static Set<String> keys() {
        return KEYS.stream().map(PREFIX::concat).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the agent does anything. */
    public boolean enabled() {
        return enabled;
    }

    /** Who the node is, and whose grants it obeys. */
    public GrantSettings grants() {
        return grants;
    }

    /** The line to the coordinators. */
    public LinkSettings link() {
        return link;
    }

    /** What is divided, and how. */
    public PacingSettings pacing() {
        return pacing;
    }

    /** What reads are charged. */
    public ChargeSettings charging() {
        return charging;
    }

    /** The quota of transfer threads. */
    public SlotSettings slots() {
        return slots;
    }

    /** What the kernel is to do beside pacing. */
    public KernelSettings kernel() {
        return kernel;
    }

    /** What is done about executors' local I/O. */
    public ExecutorSettings executors() {
        return executors;
    }

    /** What holds strangers back. */
    public GuardSettings guard() {
        return guard;
    }

    /** Where new blocks go. */
    public PlacementSettings placement() {
        return placement;
    }
}
