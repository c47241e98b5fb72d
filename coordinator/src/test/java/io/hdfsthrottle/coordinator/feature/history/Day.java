package io.hdfsthrottle.coordinator.feature.history;

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
import java.util.Map;

/** Seconds in which tenants of priority 1 are charged what the test says. */
final class Day {
    static final Tenant A = Tenant.named("a");
    static final Tenant B = Tenant.named("b");

    private Day() {}

    static Policy policy(Tenant... tenants) {
        Policy policy = Policy.INITIAL;
        for (Tenant tenant : tenants) {
            policy = policy.with(TenantTerms.of(tenant, 1));
        }
        return policy;
    }

    static ClusterDemand charging(Map<Tenant, Long> rates) {
        return charging(rates, true);
    }

    static ClusterDemand charging(Map<Tenant, Long> rates, boolean answering) {
        List<TenantUsage> usages = new ArrayList<>();
        rates.forEach((tenant, rate) ->
                usages.add(TenantUsage.of(tenant, 1, 0, Rate.ofBytesPerSecond(rate), Rate.ZERO, true, Duration.ZERO)));
        VolumeUsage volume = VolumeUsage.of("v", null, usages);
        return ClusterDemand.of(
                List.of(new NodeDemand("n", Duration.ZERO, answering, NodeDemand.NOTHING, List.of(volume))));
    }

    /** The history after so many seconds of that. */
    static History after(Fennel fennel, History before, Policy policy, ClusterDemand demand, long seconds) {
        History history = before;
        long begin = before.nanos().orElse(Long.MAX_VALUE - 5); // wraps around soon, as a real one may
        for (long second = 0; second <= seconds; second++) {
            history = fennel.next(history, policy, demand, begin + second * 1_000_000_000L);
        }
        return history;
    }
}
