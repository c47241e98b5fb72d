package io.hdfsthrottle.coordinator.balance;

import static io.hdfsthrottle.coordinator.balance.ModelCluster.ALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shares of a cluster whose nodes hear and report without delay. */
final class BalancerTest {
    private static final double MB = 1e6;
    private static final int A_WHILE = 20;

    private static ModelCluster three() {
        return new ModelCluster(150 * MB, 150 * MB, 150 * MB);
    }

    private static TenantTerms terms(String name, int priority, double reservation, double limit) {
        return new TenantTerms(
                Tenant.named(name),
                priority,
                Rate.ofBytesPerSecond((long) reservation),
                limit == ALL ? Rate.UNLIMITED : Rate.ofBytesPerSecond((long) limit));
    }

    @Test
    void tenantsWithAllDataEverywhere_shareByPriority() {
        ModelCluster cluster = three().tenant("gold", 4, ALL, ALL, ALL)
                .tenant("silver", 2, ALL, ALL, ALL)
                .tenant("bronze", 1, ALL, ALL, ALL)
                .run(A_WHILE);

        assertThat(cluster.total("gold")).isCloseTo(450 * MB * 4 / 7, withinPercentage(1));
        assertThat(cluster.total("silver")).isCloseTo(450 * MB * 2 / 7, withinPercentage(1));
    }

    @Test
    void tenantsWhoseDataLiesUnevenly_getTheirDueInTotal() {
        ModelCluster cluster = three().tenant("left", 3, ALL, 20 * MB, 20 * MB)
                .tenant("even", 2, ALL, ALL, ALL)
                .tenant("right", 1, 10 * MB, 10 * MB, ALL)
                .run(A_WHILE);

        assertThat(cluster.error()).isLessThan(0.01);
    }

    @Test
    void whoHasDataElsewhere_leavesADiskToThoseWhoHaveNot() {
        ModelCluster cluster = new ModelCluster(100 * MB, 100 * MB)
                .tenant("here", 1, ALL, 0)
                .tenant("anywhere", 1, ALL, ALL)
                .run(A_WHILE);

        assertThat(cluster.total("here")).isCloseTo(100 * MB, withinPercentage(1));
        assertThat(cluster.got.get(Tenant.named("anywhere"))[0])
                .as("nobody is starved")
                .isGreaterThan(MB / 20);
    }

    @Test
    void aChangedPriority_isRightAtTheNextBalance() {
        ModelCluster cluster =
                three().tenant("a", 1, ALL, ALL, 0).tenant("b", 1, 0, ALL, ALL).run(A_WHILE);

        cluster.policy = cluster.policy.with(terms("a", 3, 0, ALL));
        cluster.run(2);

        assertThat(cluster.error()).isLessThan(0.01);
    }

    @Test
    void oneStreamThatWanders_isServedByAllItsWeightWhereItArrives() {
        ModelCluster cluster = three().tenant("wanderer", 5, ALL, 0, 0)
                .tenant("crowd", 5, ALL, ALL, ALL)
                .tenant("others", 5, ALL, ALL, ALL)
                .run(A_WHILE);
        double there = cluster.got.get(Tenant.named("wanderer"))[0];
        double[] wants = cluster.wants.get(Tenant.named("wanderer"));

        for (int moves = 1; moves <= 9; moves++) {
            wants[(moves - 1) % 3] = 0;
            wants[moves % 3] = ALL;
            cluster.step();
            assertThat(cluster.got.get(Tenant.named("wanderer"))[moves % 3])
                    .as("before anybody could hear of move %s", moves)
                    .isGreaterThan(0.9 * there);
            cluster.step();
        }
    }

    @Test
    void aLimit_isOfTheCluster() {
        ModelCluster cluster = three().tenant(terms("limited", 9, 0, 60 * MB), ALL, ALL, ALL)
                .tenant("other", 1, ALL, 0, 0)
                .run(A_WHILE);

        assertThat(cluster.total("limited")).isBetween(59 * MB, 60 * MB);
        assertThat(cluster.splits("limited")).isLessThanOrEqualTo(60 * MB);
        assertThat(cluster.total("other")).isCloseTo(150 * MB, withinPercentage(1));
    }

    @Test
    void aLimit_followsDemand() {
        ModelCluster cluster =
                three().tenant(terms("limited", 1, 0, 60 * MB), ALL, 0, 0).run(A_WHILE);
        assertThat(cluster.total("limited")).isCloseTo(60 * MB, withinPercentage(2));

        double[] wants = cluster.wants.get(Tenant.named("limited"));
        wants[0] = 0;
        wants[2] = ALL;
        for (int second = 0; second < 5; second++) {
            cluster.step();
            assertThat(cluster.splits("limited")).isLessThanOrEqualTo(60 * MB);
        }

        assertThat(cluster.total("limited")).isCloseTo(60 * MB, withinPercentage(2));
    }

    @Test
    void aReservation_isOfTheCluster() {
        ModelCluster cluster = three().tenant(terms("reserved", 1, 200 * MB, ALL), ALL, ALL, 0)
                .tenant("other", 9, ALL, ALL, ALL)
                .run(A_WHILE);

        assertThat(cluster.total("reserved")).isCloseTo(200 * MB, withinPercentage(1));
        double reserved = 0;
        for (int disk = 0; disk < 3; disk++) {
            reserved +=
                    cluster.terms(disk, Tenant.named("reserved")).reservation().bytesPerSecond();
        }
        assertThat(reserved).isBetween(190 * MB, 200 * MB);
    }

    @Test
    void aSilentNode_keepsItsTermsAndItsSplitUntilTheyExpire() {
        ModelCluster cluster =
                three().tenant(terms("limited", 1, 0, 60 * MB), ALL, ALL, 0).run(A_WHILE);
        NodeTerms before = cluster.balance.terms("n0").orElseThrow();

        cluster.silent.add(0);
        cluster.run(14);
        assertThat(cluster.balance.terms("n0")).containsSame(before);
        assertThat(cluster.balance.silent()).containsExactly("n0");
        assertThat(cluster.splits("limited")).isLessThanOrEqualTo(60 * MB);

        cluster.run(5);
        assertThat(cluster.balance.terms("n0")).isEmpty();
        assertThat(cluster.got.get(Tenant.named("limited"))[1]).isCloseTo(60 * MB, withinPercentage(2));
    }

    @Test
    void aNewCoordinatorThatWasLeftNothing_movesNothingBeforeItHasListened() {
        ModelCluster cluster = three().tenant("a", 1, ALL, ALL, 0)
                .tenant(terms("b", 1, 0, 100 * MB), 0, ALL, ALL)
                .run(A_WHILE);
        Map<String, NodeTerms> before = Map.copyOf(cluster.inForce);

        cluster.failOver(TermHolders.NONE);
        cluster.run(3);
        assertThat(cluster.balance.relearning()).isTrue();
        assertThat(cluster.balance.terms()).isEmpty();
        assertThat(cluster.inForce).isEqualTo(before);

        for (int second = 0; second < 30; second++) {
            cluster.step();
            assertThat(cluster.splits("b")).isLessThanOrEqualTo(100 * MB);
            assertThat(cluster.error()).isLessThan(0.015);
        }
        assertThat(cluster.balance.relearning()).isFalse();
    }

    @Test
    void aNewCoordinatorThatHearsEveryNodeWithTerms_goesOnAtOnce() {
        ModelCluster cluster = three().tenant("a", 1, ALL, ALL, 0)
                .tenant(terms("b", 1, 0, 100 * MB), 0, ALL, ALL)
                .tenant(terms("idle", 1, 0, 60 * MB), 0, MB, 0)
                .run(A_WHILE);

        cluster.failOver(cluster.kept);
        cluster.run(2);
        assertThat(cluster.balance.relearning()).isFalse();
        cluster.wants.get(Tenant.named("idle"))[1] = ALL;

        for (int second = 0; second < 30; second++) {
            cluster.step();
            assertThat(cluster.splits("b")).isLessThanOrEqualTo(100 * MB);
            assertThat(cluster.splits("idle")).isLessThanOrEqualTo(60 * MB);
        }
        assertThat(cluster.error()).isLessThan(0.01);
    }

    @Test
    void aNewCoordinatorThatHearsNineteenNodesOfTwenty_goesOnAtOnce_andLeavesTheOtherItsPart() {
        double[] capacities = new double[20];
        Arrays.fill(capacities, 100 * MB);
        double[] everywhere = new double[20];
        Arrays.fill(everywhere, ALL);
        ModelCluster cluster = new ModelCluster(capacities)
                .tenant("a", 1, everywhere)
                .tenant(terms("b", 1, 0, 200 * MB), everywhere)
                .run(A_WHILE);

        cluster.silent.add(0);
        cluster.failOver(cluster.kept);
        cluster.run(2);
        assertThat(cluster.balance.relearning()).isFalse();

        for (int second = 0; second < 30; second++) {
            cluster.step();
            assertThat(cluster.splits("b"))
                    .as("with the least part of a limit, 0.25 %, that each of 20 disks has for who comes there")
                    .isLessThanOrEqualTo(200 * MB * 1.05);
        }
    }

    @Test
    void aNewCoordinator_leavesASilentNodeItsPart_alsoWhenNobodyElseHasAny() {
        ModelCluster cluster =
                three().tenant(terms("limited", 1, 0, 60 * MB), ALL, ALL, ALL).run(A_WHILE);
        cluster.wants.get(Tenant.named("limited"))[1] = 0;
        cluster.wants.get(Tenant.named("limited"))[2] = 0;
        cluster.run(10);
        cluster.wants.get(Tenant.named("limited"))[1] = ALL;
        double held = cluster.terms(0, Tenant.named("limited")).limit().bytesPerSecond();
        assertThat(held).isGreaterThan(55 * MB);

        cluster.silent.add(0);
        cluster.restart(1);
        cluster.restart(2);
        cluster.failOver(cluster.kept);
        cluster.step();
        for (int second = 1; second < 15; second++) {
            cluster.step();
            assertThat(cluster.splits("limited")).as("after %s s", second).isLessThanOrEqualTo(60 * MB);
        }

        cluster.run(5);
        assertThat(cluster.got.get(Tenant.named("limited"))[1])
                .as("when the silent node's terms have expired")
                .isCloseTo(60 * MB, withinPercentage(2));
    }

    @Test
    void aNodeThatIsHeardLate_bringsItsPartWithIt() {
        ModelCluster cluster =
                three().tenant(terms("limited", 1, 0, 60 * MB), ALL, 0, 0).run(A_WHILE);
        cluster.silent.add(0);
        cluster.failOver(cluster.kept);
        cluster.wants.get(Tenant.named("limited"))[1] = ALL;
        cluster.run(6);
        assertThat(cluster.splits("limited")).isLessThanOrEqualTo(60 * MB);

        cluster.silent.clear();
        cluster.wants.get(Tenant.named("limited"))[0] = 0;
        for (int second = 0; second < 5; second++) {
            cluster.step();
            assertThat(cluster.splits("limited")).isLessThanOrEqualTo(60 * MB);
        }
        assertThat(cluster.total("limited")).isCloseTo(60 * MB, withinPercentage(2));
    }

    @Test
    void atRest_nothingIsSaid() {
        ModelCluster cluster = three().tenant("a", 4, ALL, 30 * MB, 0)
                .tenant("b", 2, ALL, ALL, ALL)
                .tenant(terms("c", 1, 0, 50 * MB), 0, ALL, ALL)
                .run(A_WHILE);
        Map<String, NodeTerms> before = cluster.balance.terms();

        for (int second = 0; second < 30; second++) {
            cluster.step();
            cluster.balance.terms().forEach((node, terms) -> assertThat(terms).isSameAs(before.get(node)));
        }
    }

    @Test
    void aLimitBelowTheLeastPartsOfAllDisks_isSaid() {
        double[] disks = new double[500];
        java.util.Arrays.fill(disks, 100 * MB);
        double[] wants = new double[500];
        wants[7] = ALL;
        ModelCluster cluster = new ModelCluster(disks)
                .tenant(terms("small", 1, 0, 10 * MB), wants)
                .run(8);

        TenantBalance small = cluster.balance.tenants().stream()
                .filter(each -> each.tenant().name().equals("small"))
                .findFirst()
                .orElseThrow();
        assertThat(small.uncovered()).isGreaterThan(Rate.ZERO);
        assertThat(cluster.total("small")).isCloseTo(9 * MB, withinPercentage(3));
        assertThat(cluster.splits("small"))
                .isLessThanOrEqualTo(10 * MB + small.uncovered().bytesPerSecond());
    }

    @Test
    void whatTenantsAreDue_isTold() {
        ModelCluster cluster = three().tenant("gold", 2, ALL, ALL, ALL)
                .tenant("silver", 1, ALL, ALL, ALL)
                .run(A_WHILE);

        TenantBalance gold = cluster.balance.tenants().stream()
                .filter(each -> each.tenant().name().equals("gold"))
                .findFirst()
                .orElseThrow();
        assertThat((double) gold.entitlement().bytesPerSecond()).isCloseTo(300 * MB, withinPercentage(1));
        assertThat(gold.level()).isCloseTo(150 * MB, offset(2 * MB));
    }
}
