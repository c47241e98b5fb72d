package io.hdfsthrottle.coordinator.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever a node reports, no tenant loses what its priority says. {@code -Dseed=} repeats a failure. */
final class WeightsHoldTest {

    private static final int HISTORIES = 10_000;
    private static final int SECONDS = 12;
    private static final long MB = 1_000_000;
    private static final String NODE = "dn1:9866";

    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);

    @Test
    void onTheOnlyDisk_weightsArePriorities_whateverIsReported() {
        long first = Long.getLong("seed", 1);
        System.out.println(HISTORIES + " histories from -Dseed=" + first);
        for (long seed = first; seed < first + HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Policy policy = Policy.INITIAL;
            List<Tenant> tenants = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(4); i++) {
                Tenant tenant = Tenant.named("t" + i);
                tenants.add(tenant);
                policy = policy.with(new TenantTerms(tenant, 1 + random.nextInt(10), Rate.ZERO, Rate.UNLIMITED));
            }
            Balance balance = Balance.NONE;
            for (long second = 1; second <= SECONDS; second++) {
                List<NodeDemand> reports =
                        random.nextInt(10) == 0 ? List.of() : List.of(report(random, tenants, balance));
                balance = balancer.next(policy, ClusterDemand.of(reports), balance, second * 1_000_000_000L);
                NodeTerms terms = balance.terms(NODE).orElse(NodeTerms.NONE);
                for (Tenant tenant : tenants) {
                    double priority = policy.terms(tenant).orElseThrow().priority();
                    double weight = terms.terms("v", tenant).map(Terms::weight).orElse(priority);
                    assertThat(weight)
                            .as("-Dseed=%s: weight of %s, priority %s, after %s s", seed, tenant, priority, second)
                            .isEqualTo(priority);
                }
            }
        }
    }

    private static NodeDemand report(SplittableRandom random, List<Tenant> tenants, Balance balance) {
        List<TenantUsage> usages = new ArrayList<>();
        for (Tenant tenant : tenants) {
            if (random.nextInt(8) > 0) {
                usages.add(TenantUsage.of(tenant, 1, 0, any(random), any(random), random.nextBoolean(), Duration.ZERO));
            }
        }
        Rate capacity = random.nextInt(4) == 0 ? null : any(random);
        long confirmed = random.nextInt(3) == 0 ? NodeDemand.NOTHING : balance.serial(NODE);
        VolumeUsage volume = VolumeUsage.of("v", capacity, usages);
        return new NodeDemand(NODE, Duration.ofMillis(random.nextInt(3_000)), true, confirmed, List.of(volume));
    }

    private static Rate any(SplittableRandom random) {
        return random.nextInt(4) == 0 ? Rate.ZERO : Rate.ofBytesPerSecond(random.nextLong(200 * MB));
    }
}
