package io.hdfsthrottle.agent;

import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.executor.LocalIoState;
import io.hdfsthrottle.grant.GrantStore.Freshness;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.RefusedTags;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.setting.Charge;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.usage.Faults;
import io.hdfsthrottle.usage.RuleUsage;
import java.time.Duration;
import java.util.List;

/** A snapshot of the state of one node's agent, for metrics. Immutable. */
public final class AgentState {

    private final String node;
    private final boolean passing;
    private final Mode mode;
    private final Charge charge;
    private final GrantVersion grant;
    private final GrantVersion terms;
    private final Freshness freshness;
    private final Duration grantAge;
    private final HostGuard.Figures trouble;
    private final Duration stalled;
    private final RefusedTags refusedTags;
    private final List<RuleUsage> rules;
    private final Duration longestSleep;
    private final ReadTimes reads;
    private final Slots slots;
    private final int lentSlots;
    private final Duration sleepLimit;
    private final List<VolumeActivity> volumes;
    private final List<VolumeCoverage> coverage;
    private final LocalIoState localIo;

    AgentState(
            String node,
            boolean passing,
            Mode mode,
            Charge charge,
            GrantVersion grant,
            GrantVersion terms,
            Freshness freshness,
            Duration grantAge,
            HostGuard.Figures trouble,
            Duration stalled,
            RefusedTags refusedTags,
            List<RuleUsage> rules,
            Duration longestSleep,
            ReadTimes reads,
            Slots slots,
            int lentSlots,
            Duration sleepLimit,
            List<VolumeActivity> volumes,
            List<VolumeCoverage> coverage,
            LocalIoState localIo) {
        this.node = node;
        this.passing = passing;
        this.mode = mode;
        this.charge = charge;
        this.grant = grant;
        this.terms = terms;
        this.freshness = freshness;
        this.grantAge = grantAge;
        this.trouble = trouble;
        this.stalled = stalled;
        this.refusedTags = refusedTags;
        this.rules = List.copyOf(rules);
        this.longestSleep = longestSleep;
        this.reads = reads;
        this.slots = slots;
        this.lentSlots = lentSlots;
        this.sleepLimit = sleepLimit;
        this.volumes = List.copyOf(volumes);
        this.coverage = List.copyOf(coverage);
        this.localIo = localIo;
    }

    /** The node's name. */
    public String node() {
        return node;
    }

    /** Whether everything passes unpaced. */
    public boolean passing() {
        return passing;
    }

    /** The node's mode; it may pass all the same. */
    public Mode mode() {
        return mode;
    }

    /** How reads are charged. */
    public Charge charge() {
        return charge;
    }

    /** The version of the node's own terms in force. */
    public GrantVersion terms() {
        return terms;
    }

    /** The version of the grant held. */
    public GrantVersion grant() {
        return grant;
    }

    /** How fresh the grant held is. */
    public Freshness freshness() {
        return freshness;
    }

    /** Time since a coordinator confirmed the grant. */
    public Duration grantAge() {
        return grantAge;
    }

    /** Errors of the agent that were kept from the host. */
    public long errors() {
        return trouble.errors();
    }

    /** Number of periods in which everything passed because of too many errors. */
    public long passingPeriods() {
        return trouble.passingPeriods();
    }

    /** Remaining time of such a period; zero outside of one, or if everything passes for another reason. */
    public Duration passesFor() {
        return trouble.passesFor();
    }

    /** Time in which the process had no processor; see {@link Faults#stalledMillis}. */
    Duration stalled() {
        return stalled;
    }

    /** Clients whose tag was rejected, each counted once per connection and grant. */
    public RefusedTags refusedTags() {
        return refusedTags;
    }

    /** Hits of each rule of the grant that has any; counted once per client, operation and grant. */
    public List<RuleUsage> rules() {
        return rules;
    }

    /** The longest that any call slept. */
    public Duration longestSleep() {
        return longestSleep;
    }

    /** The times of the long reads without a limit that ended since the node started. */
    public ReadTimes reads() {
        return reads;
    }

    /** The host's transfer threads in use at the last tick. */
    public Slots slots() {
        return slots;
    }

    /** How many transfer threads the host may use now beyond its administrator's limit. */
    public int lentSlots() {
        return lentSlots;
    }

    /** The current sleep limit of the tenant that holds the most threads relative to its weight. */
    public Duration sleepLimit() {
        return sleepLimit;
    }

    /** The volumes seen so far. */
    public List<VolumeActivity> volumes() {
        return volumes;
    }

    /** Local I/O of executors and other processes on the disks of these volumes. */
    public LocalIoState localIo() {
        return localIo;
    }

    /** The coverage of each of these volumes, in the same order. */
    public List<VolumeCoverage> coverage() {
        return coverage;
    }
}
