package io.hdfsthrottle.coordinator.feature.forecast;

import static io.hdfsthrottle.coordinator.feature.forecast.Interleaving.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.forecast.Interleaving.Player;
import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class InterleavingTest {
    private static final Tenant A = Tenant.named("a");
    private static final Tenant B = Tenant.named("b");

    private static Player reads(int stopsIn) {
        return new Player(1, true, stopsIn, 1);
    }

    private static Player computes(int beginsIn) {
        return new Player(1, false, 1, beginsIn);
    }

    @Test
    void ofTwoThatReadAtOnce_whoStopsSoonerGoesFirst_andKeepsItsTurnUntilItStops() {
        Map<Tenant, Player> both = Map.of(A, reads(9), B, reads(4));
        Interleaving turns = Interleaving.NONE.next(both, 1);
        assertThat(turns.favoured(both)).containsExactly(B);

        Map<Tenant, Player> later = Map.of(A, reads(1), B, reads(5));
        assertThat(turns.next(later, 2).favoured(later)).containsExactly(B);
    }

    @Test
    void whoHadItsTurn_isBehindWhoHadNone() {
        Map<Tenant, Player> both = Map.of(A, reads(9), B, reads(4));
        Interleaving afterB = Interleaving.NONE.next(both, 1).next(Map.of(A, reads(9), B, computes(5)), 4);
        assertThat(afterB.holder()).contains(A);

        Map<Tenant, Player> again = Map.of(A, computes(5), B, reads(4));
        Interleaving afterA = afterB.next(again, 8);
        assertThat(afterA.holder()).contains(B);
        assertThat(afterA.next(Map.of(A, reads(3), B, computes(4)), 12).holder())
                .contains(A);
    }

    @Test
    void whoIsAboutToRead_whileTheOtherIsAboutToStop_goesBeforeTheRest() {
        Map<Tenant, Player> players = Map.of(A, reads(1), B, computes(2));
        assertThat(Interleaving.NONE.next(players, 1).favoured(players)).containsExactlyInAnyOrder(A, B);
        Map<Tenant, Player> notYet = Map.of(A, reads(6), B, computes(2));
        assertThat(Interleaving.NONE.next(notYet, 1).favoured(notYet)).containsExactly(A);
    }

    @Test
    void aTurn_isBounded() {
        Map<Tenant, Player> both = Map.of(A, reads(9), B, reads(4));
        Interleaving turns = Interleaving.NONE.next(both, 1);
        assertThat(turns.next(both, Interleaving.LONGEST).holder()).contains(B);
        assertThat(turns.next(both, 1 + Interleaving.LONGEST).holder()).contains(A);
    }

    @Test
    void whoIsNotForecastToStop_orHasNoInfluence_takesNoTurn() {
        assertThat(Interleaving.NONE
                        .next(Map.of(A, reads(NEVER), B, reads(4)), 1)
                        .holder())
                .isEmpty();
        assertThat(Interleaving.NONE
                        .next(Map.of(A, new Player(0, true, 3, 1), B, reads(4)), 1)
                        .holder())
                .isEmpty();
    }
}
