package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.election.Probe.Sign;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class SuspicionTest {
    private static final String LEADER = "/leader/1";
    private static final String OTHER = "/leader/2";
    private static final Duration TICK = Duration.ofMillis(200);

    private Suspicion suspicion = Suspicion.NONE;
    private long now;

    private boolean isGone(String leader, Sign... signs) {
        for (Sign sign : signs) {
            now += TICK.toNanos();
            suspicion = suspicion.after(leader, sign, now);
        }
        return suspicion.isGone(now);
    }

    private boolean lasts(Sign sign, Duration time) {
        int count = (int) (time.toNanos() / TICK.toNanos());
        return isGone(LEADER, Collections.nCopies(count, sign).toArray(Sign[]::new));
    }

    @Test
    void leaderWhoseProcessIsGone_isGoneAfterThreeRefusals() {
        assertThat(isGone(LEADER, Sign.ANSWERS, Sign.REFUSES, Sign.REFUSES)).isFalse();
        assertThat(isGone(LEADER, Sign.REFUSES)).isTrue();
        assertThat(suspicion.why(now)).contains("nothing listens");
    }

    @Test
    void leaderThatIsSilent_isGiven3Seconds_andAYoungOneAsLongAsItIsYoung() {
        assertThat(lasts(Sign.ANSWERS, Suspicion.YOUTH.plus(TICK))).isFalse();
        assertThat(lasts(Sign.SILENT, Suspicion.SILENCE)).isFalse();
        assertThat(isGone(LEADER, Sign.SILENT)).isTrue();
        assertThat(suspicion.why(now)).contains("3000 ms");

        assertThat(isGone(OTHER, Sign.ANSWERS)).isFalse();
        assertThat(isGone(LEADER, Sign.ANSWERS)).isFalse();
        assertThat(lasts(Sign.SILENT, Suspicion.YOUTH.minus(TICK))).isFalse();
        assertThat(isGone(LEADER, Sign.SILENT)).isTrue();
    }

    @Test
    void whoObservesWithoutANetwork_keepsNoEvidence_butKnowsThatItReachedTheLeader() {
        assertThat(isGone(LEADER, Sign.ANSWERS, Sign.REFUSES, Sign.REFUSES)).isFalse();
        suspicion = suspicion.withoutEvidence();
        assertThat(isGone(LEADER, Sign.REFUSES, Sign.REFUSES)).isFalse();
        assertThat(isGone(LEADER, Sign.REFUSES)).isTrue();
    }

    @Test
    void leaderThatLeadsAgain_isYoungAgain() {
        assertThat(lasts(Sign.ANSWERS, Suspicion.YOUTH.plus(TICK))).isFalse();
        assertThat(isGone(LEADER, Sign.IDLE, Sign.ANSWERS)).isFalse();
        assertThat(lasts(Sign.SILENT, Suspicion.SILENCE.plus(TICK))).isFalse();
    }

    @Test
    void leaderThatDoesNotLead_isGivenTheTimeToLoad() {
        assertThat(isGone(LEADER, Sign.ANSWERS)).isFalse();
        assertThat(lasts(Sign.IDLE, Suspicion.IDLENESS)).isFalse();
        assertThat(isGone(LEADER, Sign.IDLE)).isTrue();
    }

    @Test
    void anAnswer_clearsIt_andWhatSaysNothingDoesNot() {
        assertThat(isGone(LEADER, Sign.ANSWERS, Sign.REFUSES, Sign.REFUSES, Sign.ANSWERS, Sign.REFUSES))
                .isFalse();
        assertThat(isGone(LEADER, Sign.UNSURE, Sign.REFUSES)).isFalse();
        assertThat(isGone(LEADER, Sign.UNSURE, Sign.REFUSES)).isTrue();
        assertThat(isGone(LEADER, Sign.ANSWERS)).isFalse();
        assertThat(lasts(Sign.UNSURE, Duration.ofMinutes(1))).isFalse();
    }

    @Test
    void leaderThatWasNeverReached_isNotSuspected_norIsItsSuccessorForIt() {
        assertThat(lasts(Sign.REFUSES, Duration.ofMinutes(1))).isFalse();
        assertThat(isGone(OTHER, Sign.ANSWERS)).isFalse();
        assertThat(lasts(Sign.SILENT, Duration.ofMinutes(1))).isFalse();
    }

    /** This coordinator may have been frozen itself: one probe after a long time says little. */
    @Test
    void oneSilence_howeverLong_isNoProof() {
        assertThat(lasts(Sign.ANSWERS, Suspicion.YOUTH.plus(TICK))).isFalse();
        assertThat(isGone(LEADER, Sign.SILENT)).isFalse();
        now += Duration.ofMinutes(1).toNanos();
        assertThat(isGone(LEADER, Sign.SILENT)).isFalse();
    }
}
