package io.hdfsthrottle.coordinator.plan;

import com.google.common.math.LongMath;
import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shares of every disk by a policy: the terms are those that the {@link Balancer} would decide on from these reports
 * alone, and each disk is divided by them as its node does it. Immutable.
 *
 * <p>A tenant that a node holds back is taken to want all that it can get, another one what it moves now. What a node
 * reports of a tenant that the policy has not is the default tenant's.
 */
public final class PolicyShares {
    /** The balancer's steps until nodes have confirmed parts of limits and newcomers have settled. */
    private static final int STEPS = 3;

    private static final long STEP_NANOS = 5_000_000_000L;

    private static final Balancer BALANCER = new Balancer(new BalanceSettings(Duration.ZERO, Duration.ofMinutes(10)));

    private final Policy policy;
    private final Balance balance;

    private PolicyShares(Policy policy, Balance balance) {
        this.policy = policy;
        this.balance = balance;
    }

    /** What each tenant would get of each disk of these nodes, in their order. */
    public static List<Map<Tenant, Rate>> of(Policy policy, Factors factors, List<NodeDemand> reported) {
        List<NodeDemand> nodes = reported.stream().map(node -> of(policy, node)).toList();
        Balance balance = Balance.NONE;
        for (int step = 0; step < STEPS; step++) {
            Balance told = balance;
            List<NodeDemand> confirming = nodes.stream()
                    .map(node ->
                            new NodeDemand(node.node(), Duration.ZERO, true, told.serial(node.node()), node.volumes()))
                    .toList();
            balance = BALANCER.next(policy, factors, ClusterDemand.of(confirming), told, step * STEP_NANOS);
        }
        PolicyShares shares = new PolicyShares(policy, balance);
        return nodes.stream()
                .flatMap(node -> node.volumes().stream().map(volume -> shares.on(node.node(), volume)))
                .toList();
    }

    private static NodeDemand of(Policy policy, NodeDemand node) {
        List<VolumeUsage> volumes =
                node.volumes().stream().map(volume -> of(policy, volume)).toList();
        return new NodeDemand(node.node(), Duration.ZERO, true, NodeDemand.NOTHING, volumes);
    }

    /**
     * What is wanted of a disk by that policy. Of a disk whose tenants are throttled, the balancer takes the throughput
     * for the capacity, and this policy may lift the limit that is in force: so who is at its limit is taken to use what
     * the disk has left.
     */
    static VolumeUsage of(Policy policy, VolumeUsage volume) {
        if (volume.tenants().stream()
                .allMatch(each -> policy.terms(each.tenant()).isPresent() && !each.isAtLimit())) {
            return volume;
        }
        long left = volume.capacity().map(Rate::bytesPerSecond).orElse(0L);
        for (TenantUsage each : volume.tenants()) {
            left = LongMath.saturatedSubtract(left, each.rate().bytesPerSecond());
        }
        Map<Tenant, TenantUsage> tenants = new TreeMap<>();
        for (TenantUsage each : volume.tenants()) {
            long rate = each.rate().bytesPerSecond();
            if (each.isAtLimit() && left > 0) {
                rate += left;
                left = 0;
            }
            Tenant tenant = policy.terms(each.tenant()).isPresent() ? each.tenant() : Tenant.DEFAULT;
            tenants.merge(tenant, usage(tenant, rate, each.backlogged()), PolicyShares::both);
        }
        return VolumeUsage.of(volume.volume(), volume.capacity().orElse(null), List.copyOf(tenants.values()));
    }

    private static TenantUsage both(TenantUsage one, TenantUsage other) {
        return usage(
                one.tenant(),
                LongMath.saturatedAdd(one.rate().bytesPerSecond(), other.rate().bytesPerSecond()),
                one.backlogged() || other.backlogged());
    }

    private static TenantUsage usage(Tenant tenant, long bytesPerSecond, boolean backlogged) {
        return TenantUsage.of(
                tenant, 1, 0, Rate.ofBytesPerSecond(bytesPerSecond), Rate.ZERO, backlogged, Duration.ZERO);
    }

    private Map<Tenant, Rate> on(String node, VolumeUsage volume) {
        List<TenantUsage> active =
                volume.tenants().stream().filter(TenantUsage::isActive).toList();
        List<Demand> demands = new ArrayList<>();
        for (TenantUsage usage : active) {
            Terms terms = terms(node, volume.volume(), usage.tenant());
            Rate wanted = usage.backlogged() ? Rate.UNLIMITED : usage.rate();
            demands.add(Demand.of(terms.weight(), terms.reservation(), terms.limit(), wanted));
        }
        List<Entitlement> due =
                ShareAlgorithm.weightedMaxMin().divide(balance.capacity(node, volume.volume()), demands);
        Map<Tenant, Rate> rates = new TreeMap<>();
        for (int i = 0; i < active.size(); i++) {
            rates.put(active.get(i).tenant(), due.get(i).due());
        }
        return rates;
    }

    private Terms terms(String node, String volume, Tenant tenant) {
        return balance.terms(node).flatMap(terms -> terms.terms(volume, tenant)).orElseGet(() -> {
            TenantTerms own = policy.terms(tenant).orElseThrow();
            return Terms.of(tenant, own.priority(), own.reservation(), own.limit());
        });
    }
}
