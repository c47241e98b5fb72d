package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.election.Probe.Sign;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class SuspicionTest {
    private static final URI LEADER = URI.create("http://one:9880");
    private static final URI OTHER = URI.create("http://two:9880");
    private static final long TICK = Duration.ofMillis(200).toNanos();

    private Suspicion suspicion = Suspicion.NONE;
    private long now;

    private boolean isGone(URI leader, Sign... signs) {
        for (Sign sign : signs) {
            now += TICK;
            suspicion = suspicion.after(leader, sign, now);
        }
        return suspicion.isGone(now);
    }

    private static Sign[] times(int count, Sign sign) {
        return Collections.nCopies(count, sign).toArray(Sign[]::new);
    }

    @Test
    void leaderWhoseProcessIsGone_isGoneAfterThreeRefusals() {
        assertThat(isGone(LEADER, Sign.ANSWERS, Sign.REFUSES, Sign.REFUSES)).isFalse();
        assertThat(isGone(LEADER, Sign.REFUSES)).isTrue();
        assertThat(suspicion.why(now)).contains("nothing listens");
    }

    @Test
    void leaderThatIsSilent_isGiven4Seconds() {
        int patience = (int) (Suspicion.SILENCE.toNanos() / TICK);
        assertThat(isGone(LEADER, Sign.ANSWERS)).isFalse();
        assertThat(isGone(LEADER, times(patience, Sign.SILENT))).isFalse();
        assertThat(isGone(LEADER, Sign.SILENT)).isTrue();
        assertThat(suspicion.why(now)).contains("4000 ms");
    }

    @Test
    void anAnswer_clearsIt() {
        assertThat(isGone(LEADER, Sign.ANSWERS, Sign.REFUSES, Sign.REFUSES, Sign.ANSWERS, Sign.REFUSES))
                .isFalse();
    }

    @Test
    void leaderThatWasNeverReached_isNotSuspected_norIsItsSuccessorForIt() {
        assertThat(isGone(LEADER, times(100, Sign.REFUSES))).isFalse();
        assertThat(isGone(OTHER, Sign.ANSWERS)).isFalse();
        assertThat(isGone(LEADER, times(100, Sign.SILENT))).isFalse();
    }

    /** This coordinator may have been frozen itself: one probe after a long time says little. */
    @Test
    void oneSilence_howeverLong_isNoProof() {
        assertThat(isGone(LEADER, Sign.ANSWERS, Sign.SILENT)).isFalse();
        now += Duration.ofMinutes(1).toNanos();
        assertThat(isGone(LEADER, Sign.SILENT)).isFalse();
    }
}
