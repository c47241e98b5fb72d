package io.hdfsthrottle.coordinator.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Applications come, wait, run and leave at random, for longer than there is room for all. The sums are counted here
 * anew, from the definition and not by the code that decides.
 */
final class QueueTest {
    private static final int CASES = 40;
    private static final int STEPS = 150;
    private static final double MOST = 0.9;

    /** So many seconds an application runs at most; seconds of a step. */
    private static final int LONGEST = 300;

    private static final int STEP = 10;

    private final Map<String, Double> capacities = new TreeMap<>();
    private final Map<String, Claim> claims = new TreeMap<>();
    private final Map<String, Long> ends = new HashMap<>();
    private Policy policy;
    private Disks disks;

    private void build(Random random) {
        capacities.clear();
        claims.clear();
        ends.clear();
        policy = Policy.INITIAL;
        List<NodeReport> reports = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            String node = "n" + i + ":1";
            long capacity = 1_000L + random.nextInt(100_000);
            capacities.put(node, (double) capacity);
            VolumeUsage volume = VolumeUsage.of("DS", Rate.ofBytesPerSecond(capacity), List.of());
            reports.add(new NodeReport(
                    UsageReport.of(node, GrantVersion.of(1, 1), true, List.of(volume)), Duration.ZERO, true));
        }
        disks = Disks.of(reports);
        double all = capacities.values().stream().mapToDouble(each -> each).sum();
        int tenants = 1 + random.nextInt(4);
        for (int i = 0; i < tenants; i++) {
            long reserved = (long) (MOST * all / tenants * random.nextDouble());
            policy = policy.with(new TenantTerms(
                    Tenant.named("t" + i), 1 + random.nextInt(100), Rate.ofBytesPerSecond(reserved), Rate.UNLIMITED));
        }
    }

    private Claim arriving(Random random, String id, long now) {
        List<TenantTerms> tenants =
                policy.tenants().stream().filter(each -> !each.builtIn()).toList();
        TenantTerms tenant = tenants.get(random.nextInt(tenants.size()));
        List<String> nodes = capacities.keySet().stream()
                .filter(node -> random.nextInt(3) == 0)
                .toList();
        long most = Offering.most(tenant.reservation()).bytesPerSecond();
        Rate wanted = Rate.ofBytesPerSecond(1 + (long) (most * random.nextDouble()));
        return new Claim(
                id,
                tenant.tenant(),
                tenant.priority(),
                nodes,
                Rate.ZERO,
                Optional.of(wanted),
                now,
                Duration.ofSeconds(60));
    }

    private Offering offering() {
        return Offering.of(disks, policy, claims.values());
    }

    private static Claim having(Claim claim) {
        return new Claim(
                claim.application(),
                claim.tenant(),
                claim.priority(),
                claim.nodes(),
                claim.wanted().orElse(claim.held()),
                Optional.empty(),
                claim.since(),
                claim.leaseLeft());
    }

    @Test
    void whatIsAdmitted_isNeverAboveWhatIsOffered_andWhoPassedAnotherIsNeverInItsWay_andNobodyStarves() {
        long seed = Long.getLong("seed", 1);
        System.out.println("QueueTest: seed " + seed);
        Random random = new Random(seed);
        int waited = 0;
        int passed = 0;
        for (int each = 0; each < CASES; each++) {
            build(random);
            Map<String, List<String>> passers = new HashMap<>();
            long now = 1_000_000;
            int ids = 0;
            for (int step = 0; step < STEPS; step++, now += STEP) {
                boolean arrives = step < STEPS / 2 && random.nextInt(3) > 0;
                if (arrives) {
                    Claim claim = arriving(random, "a" + ids++, now);
                    if (new CommittedCapacity(disks, policy)
                            .room(claim)
                            .holds(claim.wanted().orElseThrow())) {
                        claims.put(claim.application(), claim);
                    }
                }
                leave(now);
                for (String id : offering().admissible()) {
                    Claim admitted = claims.get(id);
                    for (Claim behind : waiting()) {
                        if (Claim.ORDER.compare(behind, admitted) < 0) {
                            passers.computeIfAbsent(behind.application(), none -> new ArrayList<>())
                                    .add(id);
                            passed++;
                        }
                    }
                    assertThat(offering().decide(admitted))
                            .as("seed %d, case %d, step %d: %s", seed, each, step, id)
                            .isInstanceOf(Decision.Admitted.class);
                    claims.put(id, having(admitted));
                    ends.put(id, now + 1 + random.nextInt(LONGEST));
                    checkSums(seed, each);
                }
                checkPassers(passers, seed, each);
                waited += waiting().size();
            }
            // No application came for 75 steps of 10 s, and none runs for more than 300 s.
            assertThat(offering().admissible())
                    .as("seed %d, case %d", seed, each)
                    .isEmpty();
            drain(now);
            assertThat(waiting()).as("seed %d, case %d", seed, each).isEmpty();
        }
        assertThat(waited).isPositive();
        assertThat(passed).isPositive();
    }

    /**
     * While any application waits, those that hold a reservation leave in time: in so many rounds all were admitted.
     */
    private void drain(long from) {
        long now = from;
        for (int round = 0; !waiting().isEmpty() && round < 10_000; round++, now += LONGEST) {
            leave(now);
            for (String id : offering().admissible()) {
                claims.put(id, having(claims.get(id)));
                ends.put(id, now + LONGEST);
            }
        }
    }

    private List<Claim> waiting() {
        return claims.values().stream()
                .filter(claim -> claim.wanted().isPresent())
                .toList();
    }

    private void leave(long now) {
        claims.keySet().removeIf(id -> ends.getOrDefault(id, Long.MAX_VALUE) <= now);
    }

    /**
     * On each node a tenant holds its part of its own reservation or what its applications hold there, whichever is
     * more.
     */
    private void checkSums(long seed, int number) {
        double all = capacities.values().stream().mapToDouble(each -> each).sum();
        for (TenantTerms tenant : policy.tenants()) {
            double sum = claims.values().stream()
                    .filter(claim -> claim.tenant().equals(tenant.tenant()))
                    .mapToDouble(claim -> claim.held().bytesPerSecond())
                    .sum();
            assertThat(sum)
                    .as("seed %d, case %d: %s", seed, number, tenant)
                    .isLessThanOrEqualTo(MOST * tenant.reservation().bytesPerSecond() + 1);
        }
        capacities.forEach((node, capacity) -> {
            double held = 0;
            for (TenantTerms tenant : policy.tenants()) {
                double own = tenant.reservation().bytesPerSecond() * capacity / all;
                double ofApplications = claims.values().stream()
                        .filter(claim -> claim.tenant().equals(tenant.tenant()))
                        .filter(claim ->
                                claim.nodes().isEmpty() || claim.nodes().contains(node))
                        .mapToDouble(claim -> claim.held().bytesPerSecond() * capacity / capacityOf(claim))
                        .sum();
                held += Math.max(own, ofApplications);
            }
            assertThat(held).as("seed %d, case %d: %s", seed, number, node).isLessThanOrEqualTo(MOST * capacity + 1);
        });
    }

    private double capacityOf(Claim claim) {
        return capacities.entrySet().stream()
                .filter(node -> claim.nodes().isEmpty() || claim.nodes().contains(node.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** If all others left, a waiting application would have what it wants beside those that were admitted before it. */
    private void checkPassers(Map<String, List<String>> passers, long seed, int number) {
        for (Claim claim : waiting()) {
            List<Claim> before = new ArrayList<>();
            passers.getOrDefault(claim.application(), List.of()).stream()
                    .filter(claims::containsKey)
                    .map(claims::get)
                    .forEach(before::add);
            double room = Offering.of(disks, policy, before)
                    .decide(claim)
                    .room()
                    .free()
                    .bytesPerSecond();
            double wanted = claim.wanted().orElseThrow().bytesPerSecond();
            assertThat(Math.min(room, wanted))
                    .as("seed %d, case %d: %s beside %s", seed, number, claim, before)
                    .isCloseTo(wanted, within(1.0));
        }
    }
}
