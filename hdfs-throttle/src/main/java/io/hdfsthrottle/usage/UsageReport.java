package io.hdfsthrottle.usage;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ReadTimes;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A node's usage report to the coordinator, about once a second: per volume and tenant, the bytes moved, the
 * entitlement and the waits. Immutable.
 */
public final class UsageReport {

    /** The most applications of one volume in a report: those that waited longest there. */
    public static final int MOST_APPLICATIONS_OF_VOLUME = 32;

    /** The most lines of applications in a report. */
    public static final int MOST_APPLICATIONS = 512;

    /** The keys of a node that was given none, and accepts any tag of a living application. */
    public static final String NO_KEYS = "none";

    /** The keys of a node whose file cannot be used, and that accepts no tag. */
    public static final String UNUSABLE_KEYS = "unusable";

    private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final String node;
    private final GrantVersion grant;
    private final GrantVersion terms;
    private final boolean pacing;
    private final String keys;
    private final List<VolumeUsage> volumes;
    private final List<VolumeUsage> disks;
    private final List<RuleUsage> rules;
    private final String machine;
    private final List<ExecutorStanding> executors;
    private final String instance;
    private final Mode mode;
    private final Faults faults;
    private final ReadTimes reads;

    private UsageReport(
            String node,
            GrantVersion grant,
            GrantVersion terms,
            boolean pacing,
            String keys,
            List<VolumeUsage> volumes,
            List<RuleUsage> rules,
            String machine,
            List<ExecutorStanding> executors,
            String instance,
            Mode mode,
            Faults faults,
            ReadTimes reads) {
        this.node = Objects.requireNonNull(node, "node");
        this.grant = Objects.requireNonNull(grant, "grant");
        this.terms = Objects.requireNonNull(terms, "terms");
        this.pacing = pacing;
        this.keys = keys;
        this.volumes = List.copyOf(volumes);
        this.disks = firstOfEachDisk(this.volumes);
        this.rules = List.copyOf(rules);
        this.machine = machine;
        this.executors = List.copyOf(executors);
        this.instance = instance;
        this.mode = mode;
        this.faults = faults;
        this.reads = reads;
    }

    private static List<VolumeUsage> firstOfEachDisk(List<VolumeUsage> volumes) {
        Set<String> devices = new HashSet<>();
        return volumes.stream()
                .filter(volume -> volume.device().isEmpty()
                        || devices.add(volume.device().get().device()))
                .collect(Collectors.toUnmodifiableList());
    }

    /** A report of these; the volumes of one disk follow the one that it is called by. */
    public static UsageReport of(String node, GrantVersion grant, boolean pacing, List<VolumeUsage> volumes) {
        return new UsageReport(
                node,
                grant,
                GrantVersion.NONE,
                pacing,
                null,
                volumes,
                List.of(),
                null,
                List.of(),
                null,
                null,
                Faults.NONE,
                ReadTimes.NONE);
    }

    /**
     * The same with the keys with which the node verifies tags.
     *
     * @throws IllegalArgumentException if it is neither {@link #NO_KEYS}, {@link #UNUSABLE_KEYS} nor {@link
     *     KeyFingerprints} as they are written
     */
    public UsageReport withKeys(String newKeys) {
        boolean fingerprints =
                !newKeys.isEmpty() && KeyFingerprints.parse(newKeys).isPresent();
        if (!fingerprints && !newKeys.equals(NO_KEYS) && !newKeys.equals(UNUSABLE_KEYS)) {
            throw new IllegalArgumentException("keys are '" + NO_KEYS + "', '" + UNUSABLE_KEYS + "' or fingerprints");
        }
        return new UsageReport(
                node, grant, terms, pacing, newKeys, volumes, rules, machine, executors, instance, mode, faults, reads);
    }

    /** The same with the hits of rules there. */
    public UsageReport withRules(List<RuleUsage> newRules) {
        return new UsageReport(
                node, grant, terms, pacing, keys, volumes, newRules, machine, executors, instance, mode, faults, reads);
    }

    /** The same with the version of the node's terms in force. */
    public UsageReport withTerms(GrantVersion newTerms) {
        return new UsageReport(
                node, grant, newTerms, pacing, keys, volumes, rules, machine, executors, instance, mode, faults, reads);
    }

    /**
     * The same with the boot id of the kernel that the node runs on, and the standing of the executors that claim to
     * run there.
     */
    public UsageReport onMachine(String bootId, List<ExecutorStanding> newExecutors) {
        return new UsageReport(
                node, grant, terms, pacing, keys, volumes, rules, bootId, newExecutors, instance, mode, faults, reads);
    }

    /**
     * The same, reported by that instance of the node.
     *
     * @throws IllegalArgumentException if it is not 1 to 64 of A-Z a-z 0-9 . _ -
     */
    public UsageReport by(String newInstance) {
        if (!INSTANCE.matcher(newInstance).matches()) {
            throw new IllegalArgumentException("an instance is 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        return new UsageReport(
                node, grant, terms, pacing, keys, volumes, rules, machine, executors, newInstance, mode, faults, reads);
    }

    /** The same from a node in that mode. */
    public UsageReport inMode(Mode newMode) {
        return new UsageReport(
                node, grant, terms, pacing, keys, volumes, rules, machine, executors, instance, newMode, faults, reads);
    }

    /** The same with what went wrong there since the node started. */
    public UsageReport withFaults(Faults newFaults) {
        return new UsageReport(
                node, grant, terms, pacing, keys, volumes, rules, machine, executors, instance, mode, newFaults, reads);
    }

    /** The same with the times of the long reads that ended there since the node started. */
    public UsageReport withReads(ReadTimes newReads) {
        return new UsageReport(
                node, grant, terms, pacing, keys, volumes, rules, machine, executors, instance, mode, faults, newReads);
    }

    /** What went wrong there since the node started; {@link Faults#NONE} from a node that does not report it. */
    public Faults faults() {
        return faults;
    }

    /** The times of long reads of tenants without a limit since the node started; none if it does not report them. */
    public ReadTimes reads() {
        return reads;
    }

    /** The node's name. */
    public String node() {
        return node;
    }

    /** The version of the policy in force. */
    public GrantVersion grant() {
        return grant;
    }

    /** The version of its own terms in force; {@link GrantVersion#NONE} where the policy's apply. */
    public GrantVersion terms() {
        return terms;
    }

    /** Whether it paces; false while it lets everything pass. */
    public boolean pacing() {
        return pacing;
    }

    /** Its mode; nothing from a node that knows none, and paces. */
    public Optional<Mode> mode() {
        return Optional.ofNullable(mode);
    }

    /**
     * Its signing keys: {@link #NO_KEYS}, {@link #UNUSABLE_KEYS} or their fingerprints; nothing from a node that does
     * not report them.
     */
    public Optional<String> keys() {
        return Optional.ofNullable(keys);
    }

    /** Its volumes. */
    public List<VolumeUsage> volumes() {
        return volumes;
    }

    /**
     * Its disks: of the volumes on one disk only the first, which has the disk's capacity, demand and rates. The others
     * have their bytes alone.
     */
    public List<VolumeUsage> disks() {
        return disks;
    }

    /** The rules of its grant with hits there; those without are left out. */
    public List<RuleUsage> rules() {
        return rules;
    }

    /** The boot id of the kernel that the node runs on; nothing from a node that does not observe executors. */
    public Optional<String> machine() {
        return Optional.ofNullable(machine);
    }

    /** The standing of the executors that claim to run on the machine. */
    public List<ExecutorStanding> executors() {
        return executors;
    }

    /**
     * What tells two nodes of one name, and two starts of one node, apart; nothing from a node that does not say it.
     */
    public Optional<String> instance() {
        return Optional.ofNullable(instance);
    }
}
