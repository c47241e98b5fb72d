package io.hdfsthrottle.coordinator.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** 1,000 nodes of 12 disks, 30 tenants on each, all contended. */
@Tag("slow")
final class LargeClusterTest {
    private static final int NODES = 1_000;
    private static final int DISKS = 12;
    private static final int TENANTS = 30;
    private static final int ROUNDS = 12;
    private static final Rate CAPACITY = Rate.ofBytesPerSecond(150_000_000);

    private final SplittableRandom random = new SplittableRandom(1);
    private final double[][] skew = new double[TENANTS][NODES];
    private final List<Tenant> tenants = new ArrayList<>();

    @Test
    void levels_areEqualAfterAFewBalances_andLimitsAreKept() {
        Policy policy = policy();
        Balancer balancer = new Balancer(BalanceSettings.DEFAULT);
        Balance balance = Balance.NONE;
        for (int round = 0; round < ROUNDS; round++) {
            balance = balancer.next(policy, Factors.NONE, demand(balance), balance, round * 1_000_000_000L);
        }
        List<TenantBalance> all = balance.tenants().stream()
                .filter(each -> each.tenant().name().startsWith("t"))
                .toList();
        assertThat(all).hasSize(TENANTS);
        TenantBalance limited = all.get(0);
        assertThat(limited.splits()).isLessThanOrEqualTo(Rate.ofBytesPerSecond(20_000_000_000L));
        double least =
                all.stream().skip(1).mapToDouble(TenantBalance::level).min().orElseThrow();
        double most =
                all.stream().skip(1).mapToDouble(TenantBalance::level).max().orElseThrow();
        assertThat(most / least - 1).isLessThan(0.01);
    }

    private Policy policy() {
        Policy policy = Policy.INITIAL;
        for (int i = 0; i < TENANTS; i++) {
            Tenant tenant = Tenant.named("t" + i);
            tenants.add(tenant);
            Rate limit = i == 0 ? Rate.ofBytesPerSecond(20_000_000_000L) : Rate.UNLIMITED;
            policy = policy.with(new TenantTerms(tenant, 1 + random.nextInt(20), Rate.ZERO, limit));
            for (int n = 0; n < NODES; n++) {
                skew[i][n] = random.nextDouble();
            }
        }
        return policy;
    }

    /** Every tenant is throttled on every disk, and gets unequal parts of the disks. */
    private ClusterDemand demand(Balance balance) {
        List<NodeDemand> nodes = new ArrayList<>();
        for (int n = 0; n < NODES; n++) {
            List<VolumeUsage> volumes = new ArrayList<>();
            double all = 0;
            for (double[] each : skew) {
                all += each[n];
            }
            for (int disk = 0; disk < DISKS; disk++) {
                List<TenantUsage> usages = new ArrayList<>();
                for (int i = 0; i < TENANTS; i++) {
                    Rate rate = Rate.ofBytesPerSecond((long) (CAPACITY.bytesPerSecond() * skew[i][n] / all));
                    usages.add(TenantUsage.of(tenants.get(i), 1, 0, rate, rate, true, Duration.ZERO));
                }
                volumes.add(VolumeUsage.of("v" + disk, CAPACITY, usages));
            }
            String name = "n" + n;
            nodes.add(new NodeDemand(name, Duration.ZERO, true, balance.serial(name), volumes));
        }
        return ClusterDemand.of(nodes);
    }
}
