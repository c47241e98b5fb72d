package io.hdfsthrottle.coordinator.feature.attest;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.mode.Mode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Every cause is found within 15 s, once, and a healthy day has none. */
final class AttestationTest {
    private static final int SOON = 15;
    private static final int LONG = 600;

    private final SimulatedCluster cluster = new SimulatedCluster(42);

    private void busy(int seconds) {
        for (int i = 0; i < seconds; i++) {
            cluster.keepBusy();
            cluster.turn();
        }
    }

    /** After a minute without a finding, the cause; it is found soon, stays, and ends with the cause. */
    private void findsOnce(Kind kind, String subject, String inDetail, Runnable cause, Runnable cure) {
        busy(60);
        assertThat(cluster.began()).isEmpty();
        cause.run();
        busy(SOON);
        assertThat(cluster.began()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(kind);
            assertThat(finding.subject()).isEqualTo(subject);
            assertThat(finding.detail()).contains(inDetail).endsWith(".");
        });
        busy(LONG);
        assertThat(cluster.began()).hasSize(1);
        cure.run();
        busy(LONG);
        assertThat(cluster.began()).hasSize(1);
        assertThat(cluster.ended()).singleElement().extracting(Finding::kind).isEqualTo(kind);
    }

    @Test
    void healthyDay_hasNoFinding() {
        cluster.turns((int) Duration.ofDays(1).toSeconds());
        assertThat(cluster.began()).isEmpty();
    }

    @Test
    void tenantThatGetsNineTenthsOfItsEntitlement_isFound() {
        findsOnce(Kind.BELOW_ENTITLEMENT, "gold", "Tenant gold gets", () -> cluster.gold = 0.9, () -> cluster.gold = 1);
    }

    @Test
    void ruleThatMatchesNobody_isFound_untilItDoes() {
        findsOnce(
                Kind.RULE_UNMATCHED,
                "typo",
                "Rule typo of tenant etl",
                () -> cluster.policy = cluster.policy.withRule(SimulatedCluster.rule("typo"), OptionalInt.empty()),
                () -> cluster.policy = cluster.policy.withoutRule("typo"));
    }

    @Test
    void ruleThatMatchedOnce_isNotFoundWhenDataNodesBeginToCountAnew() {
        busy(60);
        cluster.isMatched = false;
        busy(LONG);
        assertThat(cluster.began()).isEmpty();
    }

    @Test
    void limitThatIsExceeded_isFound() {
        findsOnce(
                Kind.LIMIT_EXCEEDED,
                "etl",
                "over its limit of 60.0 MiB/s",
                () -> cluster.etl = 1.3,
                () -> cluster.etl = 1);
    }

    @Test
    void limitInShadow_isNotExpectedToHold() {
        cluster.mode = Mode.SHADOW;
        cluster.etl = 3;
        busy(LONG);
        assertThat(cluster.began()).isEmpty();
    }

    @Test
    void layerThatFallsBack_isFound_withItsReason() {
        findsOnce(
                Kind.LAYER_FELL_BACK,
                SimulatedCluster.NODE,
                "blkio backstop: no such group",
                () -> cluster.fallenBack = 2,
                () -> cluster.fallenBack = 0);
    }

    @Test
    void nodeThatFallsSilent_isFound() {
        findsOnce(
                Kind.NODE_FELL_BACK,
                SimulatedCluster.NODE,
                "has stopped reporting",
                () -> cluster.isSilent = true,
                () -> cluster.isSilent = false);
    }

    @Test
    void noNodeAtAll_isFound_butNotWhileANewLeaderMayStillHearThem() {
        Attestation anew = new Attestation();
        for (int second = 0; second < 2 * SOON; second++) {
            assertThat(none(anew, second).lasting()).isEmpty();
        }
        assertThat(none(anew, 2 * SOON).began()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.NO_NODES);
            assertThat(finding.detail()).startsWith("No DataNode reports");
        });
    }

    private Findings none(Attestation attestation, int second) {
        return attestation.next(cluster.policy, List.of(), List.of(), TimeUnit.SECONDS.toNanos(second));
    }

    @Test
    void nodeThatLetsEverythingPassByItself_isFound() {
        findsOnce(
                Kind.NODE_FELL_BACK,
                SimulatedCluster.NODE,
                "lets everything pass",
                () -> cluster.isPassing = true,
                () -> cluster.isPassing = false);
    }

    @Test
    void refusedTags_areFoundAtOnce_andEndFiveMinutesAfterTheLast() {
        busy(60);
        cluster.refusedTags += 2;
        busy(1);
        assertThat(cluster.began()).singleElement().satisfies(finding -> assertThat(finding.detail())
                .contains("DataNode dn2:9866 refused 2 tags"));
        busy(200);
        cluster.refusedTags += 1;
        busy(299);
        assertThat(cluster.ended()).isEmpty();
        busy(5);
        assertThat(cluster.ended()).hasSize(1);
        assertThat(cluster.began()).hasSize(1);
    }

    @Test
    void whatOtherPartsFind_isAFindingToo() {
        cluster.others = List.of(new Finding(Kind.CANARY_FAILED, "dn1:9866", "The canary went back."));
        busy(1);
        assertThat(cluster.began()).isEqualTo(cluster.others);
        cluster.others = List.of();
        busy(1);
        assertThat(cluster.ended()).hasSize(1);
    }
}
