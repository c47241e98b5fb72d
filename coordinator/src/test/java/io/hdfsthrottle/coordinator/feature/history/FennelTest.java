package io.hdfsthrottle.coordinator.feature.history;

import static io.hdfsthrottle.coordinator.feature.history.Day.A;
import static io.hdfsthrottle.coordinator.feature.history.Day.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FennelTest {
    private static final long HOUR = 3_600;
    private static final long FAST = 100_000_000;

    private final Fennel fennel = new Fennel(HistorySettings.fennel());
    private final Policy policy = Day.policy(A, B);

    private History after(History before, Map<Tenant, Long> rates, long seconds) {
        return Day.after(fennel, before, policy, Day.charging(rates), seconds);
    }

    @Test
    void usage_countsHalfAfterAHalfLife() {
        History history = after(History.NONE, Map.of(A, FAST), HOUR);
        assertThat(history.past(A).rate()).isCloseTo(FAST / 2.0, offset(1e3));

        History later = Day.after(fennel, history, policy, ClusterDemand.NONE, HOUR);
        assertThat(later.past(A).rate()).isCloseTo(FAST / 4.0, offset(1e3));
    }

    @Test
    void whoUsedLess_goesFirst_untilBothAreEven() {
        History alone = after(History.NONE, Map.of(A, FAST), 8 * HOUR);
        History both = after(alone, Map.of(A, FAST, B, FAST), 1);
        assertThat(both.past(B).factor()).isEqualTo(2);
        assertThat(both.past(A).factor()).isLessThan(1);

        History even = after(both, Map.of(A, FAST, B, FAST), 12 * HOUR);
        assertThat(even.past(A).factor()).isEqualTo(1);
        assertThat(even.past(B).factor()).isEqualTo(1);
        assertThat(even.fairness().orElseThrow()).isGreaterThan(0.99);
    }

    @Test
    void priority_saysWhatIsFair() {
        Policy weighted = policy.with(TenantTerms.of(A, 4));
        History history =
                Day.after(fennel, History.NONE, weighted, Day.charging(Map.of(A, 4 * FAST, B, FAST)), 8 * HOUR);

        assertThat(history.past(A).used()).isCloseTo(1, offset(0.001));
        assertThat(history.past(A).factor()).isEqualTo(1);
        assertThat(history.fairness().orElseThrow()).isCloseTo(1, offset(1e-9));
    }

    @Test
    void everybodyIsNearToFair_whileLittleWasSeen() {
        History history = after(History.NONE, Map.of(A, FAST, B, 0L), 60);

        assertThat(history.past(A).factor()).isEqualTo(1);
        assertThat(history.past(B).factor()).isEqualTo(1);
    }

    @Test
    void factors_stayWithinTheirBounds_andRiseWithWhatIsMissing() {
        Map<Tenant, Long> rates = new TreeMap<>();
        Policy many = Policy.INITIAL;
        for (int i = 0; i < 12; i++) {
            Tenant tenant = Tenant.named("t" + (char) ('a' + i));
            many = many.with(TenantTerms.of(tenant, 1));
            rates.put(tenant, 1_000_000L * i * i * i);
        }
        History history = Day.after(fennel, History.NONE, many, Day.charging(rates), 12 * HOUR);

        double before = 2;
        for (Tenant tenant : rates.keySet()) {
            double factor = history.past(tenant).factor();
            assertThat(factor).isBetween(0.5, before);
            before = factor;
        }
        assertThat(before).isEqualTo(0.5);
    }

    @Test
    void idleTenants_areNotComparedWithAnybody() {
        History history = after(History.NONE, Map.of(A, FAST), 8 * HOUR);

        assertThat(history.pasts()).containsOnlyKeys(A);
        assertThat(history.past(A).factor()).isEqualTo(1);
        assertThat(history.fairness()).isEmpty();
    }

    @Test
    void hdfsOwnWork_isLeftOut_unlessItIsNamed() {
        ClusterDemand copying = Day.charging(Map.of(A, FAST, Tenant.REPLICATION, FAST));
        Policy some = Day.policy(A);
        assertThat(Day.after(fennel, History.NONE, some, copying, 10).pasts()).containsOnlyKeys(A);

        HistorySettings named =
                new HistorySettings(false, Map.of(Tenant.REPLICATION, true), HistorySettings.OFF.halfLife(), 2, 0.5);
        assertThat(Day.after(new Fennel(named), History.NONE, some, copying, 10).pasts())
                .containsOnlyKeys(Tenant.REPLICATION);
    }

    @Test
    void silentNodes_areNotCharged() {
        History history = Day.after(fennel, History.NONE, policy, Day.charging(Map.of(A, FAST, B, FAST), false), HOUR);
        assertThat(history.pasts()).isEmpty();
    }

    @Test
    void whatWasReportedLast_isBelievedForTwoSecondsAlone() {
        History begun = fennel.next(History.NONE, policy, Day.charging(Map.of(A, FAST)), 0);
        History late = fennel.next(begun, policy, Day.charging(Map.of(A, FAST)), HOUR * 1_000_000_000L);

        assertThat(late.past(A).rate()).isCloseTo(FAST * (1 - fennel.kept(2)), offset(1.0));
    }

    @Test
    void jainsIndex_isOneOfN_whereOneGotAll() {
        History history = after(History.NONE, Map.of(A, FAST, B, 0L), HOUR);
        assertThat(history.fairness().orElseThrow()).isCloseTo(0.5, offset(1e-9));
    }

    @Test
    void tenantAtTheBoundOfItsGroup_staysThere() {
        assertThat(Groups.of(1, Groups.FAIR)).isEqualTo(Groups.FAIR);
        assertThat(Groups.of(1.12, Groups.FAIR)).isEqualTo(Groups.FAIR);
        assertThat(Groups.of(1.12, Groups.FAIR + 1)).isEqualTo(Groups.FAIR + 1);
        assertThat(Groups.of(1.2, Groups.FAIR)).isEqualTo(Groups.FAIR + 1);
        assertThat(Groups.of(0, Groups.FAIR)).isZero();
        assertThat(Groups.of(1e9, 0)).isEqualTo(Groups.COUNT - 1);
    }
}
