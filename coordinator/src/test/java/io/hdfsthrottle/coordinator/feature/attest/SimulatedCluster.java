package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.Faults;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.RuleUsage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Three nodes with two disks each, and three tenants whose work comes and goes, second by second: noisy rates, short
 * dips, restarts. Healthy unless something is done to it.
 */
final class SimulatedCluster {
    static final Tenant GOLD = Tenant.named("gold");
    static final Tenant ETL = Tenant.named("etl");
    static final Tenant NIGHT = Tenant.named("night");
    static final String RULE = "etl-users";
    static final String NODE = "dn2:9866";
    private static final List<String> NODES = List.of("dn1:9866", NODE, "dn3:9866");
    private static final List<Tenant> TENANTS = List.of(GOLD, ETL, NIGHT);
    private static final long CAPACITY = Rate.parse("150m").bytesPerSecond();
    private static final long LIMIT = Rate.parse("60m").bytesPerSecond();
    private static final int DISKS = 2;
    private static final long EXPIRY_SECONDS = 10;

    private final Random random;
    private final Attestation attestation = new Attestation();
    private final boolean[] busy = {true, true, false};
    private final long[] started = new long[NODES.size()];
    private long second;
    private final List<Finding> began = new ArrayList<>();
    private final List<Finding> ended = new ArrayList<>();
    Policy policy = Policy.INITIAL
            .with(TenantTerms.of(GOLD, 4))
            .with(new TenantTerms(ETL, 2, Rate.ZERO, Rate.ofBytesPerSecond(LIMIT)))
            .with(TenantTerms.of(NIGHT, 1))
            .withRule(rule(RULE), OptionalInt.empty());

    /** What gold gets of what it is due. */
    double gold = 1;

    /** What etl gets of its limit. */
    double etl = 1;

    boolean isMatched = true;
    boolean isSilent;
    boolean isPassing;
    long fallenBack;
    long refusedTags = 7;
    Mode mode = Mode.ENFORCE;
    List<Finding> others = List.of();

    SimulatedCluster(long seed) {
        random = new Random(seed);
    }

    static TenantRule rule(String name) {
        return TenantRule.of(name, Map.of(Fact.USER, name + "*"), ETL);
    }

    List<Finding> began() {
        return began;
    }

    List<Finding> ended() {
        return ended;
    }

    /** One second. */
    void turn() {
        second++;
        for (int i = 0; i < busy.length; i++) {
            busy[i] ^= random.nextInt(600) == 0;
        }
        int restarted = random.nextInt(NODES.size() * 20_000);
        if (restarted < NODES.size()) {
            started[restarted] = second;
        }
        List<NodeReport> reports = new ArrayList<>();
        for (int i = 0; i < NODES.size(); i++) {
            reports.add(report(i));
        }
        Findings now = attestation.next(policy, reports, others, TimeUnit.SECONDS.toNanos(second));
        began.addAll(now.began());
        ended.addAll(now.ended());
    }

    void turns(int seconds) {
        for (int i = 0; i < seconds; i++) {
            turn();
        }
    }

    private NodeReport report(int node) {
        boolean isThatOne = NODES.get(node).equals(NODE);
        boolean isPacing = mode == Mode.ENFORCE && !(isThatOne && isPassing);
        List<VolumeUsage> disks = new ArrayList<>();
        for (int disk = 0; disk < DISKS; disk++) {
            disks.add(disk("DS-" + node + "-" + disk));
        }
        UsageReport usage = UsageReport.of(NODES.get(node), GrantVersion.of(1, 1), isPacing, disks)
                .withRules(hits(node))
                .withFaults(isThatOne ? Faults.of(0, refusedTags, fallenBack) : Faults.NONE)
                .inMode(mode);
        // A restart takes less than a report lasts.
        long age = isThatOne && isSilent ? EXPIRY_SECONDS + 1 : Math.max(0, started[node] + 6 - second);
        return new NodeReport(usage, Duration.ofSeconds(age), age <= EXPIRY_SECONDS);
    }

    /** After a restart, hits of before are forgotten. */
    private List<RuleUsage> hits(int node) {
        return isMatched && (started[node] == 0 || second - started[node] > 300)
                ? List.of(new RuleUsage(RULE, second, Duration.ofSeconds(2)))
                : List.of();
    }

    private VolumeUsage disk(String name) {
        double weights = 0;
        for (int i = 0; i < busy.length; i++) {
            weights += busy[i] && i != 1 ? policy.priority(TENANTS.get(i)) : 0;
        }
        long part = LIMIT / NODES.size() / DISKS;
        long rest = CAPACITY - (busy[1] ? part : 0);
        List<TenantUsage> tenants = new ArrayList<>();
        for (int i = 0; i < busy.length; i++) {
            Tenant tenant = TENANTS.get(i);
            double due = i == 1 ? part : rest * policy.priority(tenant) / weights;
            double given = busy[i] ? due * noise() * (i == 0 ? gold : i == 1 ? etl : 1) : 0;
            tenants.add(TenantUsage.of(
                            tenant,
                            policy.priority(tenant),
                            0,
                            Rate.ofBytesPerSecond((long) given),
                            Rate.ofBytesPerSecond(busy[i] ? (long) due : 0),
                            busy[i],
                            Duration.ZERO)
                    .limitedTo(i == 1 ? Rate.ofBytesPerSecond(part) : Rate.UNLIMITED));
        }
        return VolumeUsage.of(name, Rate.ofBytesPerSecond(CAPACITY), tenants)
                .coveredBy(List.of(new PathCoverage(
                        "reads", List.of("pacing"), fallenBack > 0 ? "blkio backstop: no such group" : "")));
    }

    /** About 1; a disk that hesitates gives a third for a second. */
    private double noise() {
        double dip = random.nextInt(200) == 0 ? 0.33 : 1;
        return dip * (1 + 0.04 * random.nextGaussian());
    }

    void keepBusy() {
        busy[0] = true;
        busy[1] = true;
    }
}
