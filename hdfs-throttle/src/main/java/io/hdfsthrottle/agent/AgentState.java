package io.hdfsthrottle.agent;

import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.executor.LocalIoState;
import io.hdfsthrottle.grant.GrantStore.Freshness;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.RefusedTags;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.setting.Charge;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.usage.RuleUsage;
import java.time.Duration;
import java.util.List;

/** How an agent is doing, for metrics: a view taken at one moment. Immutable. */
public final class AgentState {

    private final String node;
    private final boolean passing;
    private final Charge charge;
    private final GrantVersion grant;
    private final GrantVersion terms;
    private final Freshness freshness;
    private final Duration grantAge;
    private final HostGuard.Figures trouble;
    private final RefusedTags refusedTags;
    private final List<RuleUsage> rules;
    private final Duration longestSleep;
    private final Slots slots;
    private final int lentSlots;
    private final Duration sleepLimit;
    private final List<VolumeActivity> volumes;
    private final List<VolumeCoverage> coverage;
    private final LocalIoState localIo;

    AgentState(
            String node,
            boolean passing,
            Charge charge,
            GrantVersion grant,
            GrantVersion terms,
            Freshness freshness,
            Duration grantAge,
            HostGuard.Figures trouble,
            RefusedTags refusedTags,
            List<RuleUsage> rules,
            Duration longestSleep,
            Slots slots,
            int lentSlots,
            Duration sleepLimit,
            List<VolumeActivity> volumes,
            List<VolumeCoverage> coverage,
            LocalIoState localIo) {
        this.node = node;
        this.passing = passing;
        this.charge = charge;
        this.grant = grant;
        this.terms = terms;
        this.freshness = freshness;
        this.grantAge = grantAge;
        this.trouble = trouble;
        this.refusedTags = refusedTags;
        this.rules = List.copyOf(rules);
        this.longestSleep = longestSleep;
        this.slots = slots;
        this.lentSlots = lentSlots;
        this.sleepLimit = sleepLimit;
        this.volumes = List.copyOf(volumes);
        this.coverage = List.copyOf(coverage);
        this.localIo = localIo;
    }

    /** What the node calls itself. */
    public String node() {
        return node;
    }

    /** Whether everything passes unpaced. */
    public boolean passing() {
        return passing;
    }

    /** What reads are charged. */
    public Charge charge() {
        return charge;
    }

    /** The terms of its own that the node goes by. */
    public GrantVersion terms() {
        return terms;
    }

    /** The version of the grant held. */
    public GrantVersion grant() {
        return grant;
    }

    /** How far the grant is believed. */
    public Freshness freshness() {
        return freshness;
    }

    /** How long ago a coordinator confirmed it. */
    public Duration grantAge() {
        return grantAge;
    }

    /** Errors of ours that the host was kept from. */
    public long errors() {
        return trouble.errors();
    }

    /** How often too many errors let everything pass for a time. */
    public long passingPeriods() {
        return trouble.passingPeriods();
    }

    /** How much longer everything passes because of them; zero if it does not, or for another reason. */
    public Duration passesFor() {
        return trouble.passesFor();
    }

    /** Clients whose tag did not count, each once a connection and grant. */
    public RefusedTags refusedTags() {
        return refusedTags;
    }

    /** How often each rule of the grant decided, those that did; once a client, operation and grant. */
    public List<RuleUsage> rules() {
        return rules;
    }

    /** The longest that any call slept. */
    public Duration longestSleep() {
        return longestSleep;
    }

    /** How many of the host's transfer threads were taken at the last tick. */
    public Slots slots() {
        return slots;
    }

    /** How many transfer threads more than its administrator gave it the host may have now. */
    public int lentSlots() {
        return lentSlots;
    }

    /** The longest that a call may sleep now, of the tenant that holds most of the threads for its weight. */
    public Duration sleepLimit() {
        return sleepLimit;
    }

    /** The volumes seen so far. */
    public List<VolumeActivity> volumes() {
        return volumes;
    }

    /** What executors and others do on the disks of these volumes. */
    public LocalIoState localIo() {
        return localIo;
    }

    /** What covers each of these volumes, in the same order. */
    public List<VolumeCoverage> coverage() {
        return coverage;
    }
}
