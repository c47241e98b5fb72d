package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SessionTest {
    private static final Observation READS = new Observation(50e6, 2, 0, 1, 1, 1, Load.ABSENT);
    private static final Observation IDLE = Observation.NONE;

    private static Session after(Observation... slices) {
        Session session = Session.NONE;
        for (Observation each : slices) {
            session = session.next(each);
        }
        return session;
    }

    @Test
    void demandAfterIdleness_beginsASession() {
        assertThat(after(IDLE, IDLE).isOpen()).isFalse();
        assertThat(after(IDLE, READS).begins()).isTrue();
        assertThat(after(IDLE, READS, READS).begins()).isFalse();
        assertThat(after(IDLE, READS, READS).bytes()).isEqualTo(100e6);
    }

    @Test
    void oneIdleSlice_endsNone_twoDo() {
        assertThat(after(READS, READS, IDLE, READS).age()).isEqualTo(3);
        Session next = after(READS, READS, IDLE, IDLE, READS);
        assertThat(next.begins()).isTrue();
        assertThat(next.beforeBytes()).isEqualTo(100e6);
        assertThat(next.beforeAge()).isEqualTo(2);
    }

    @Test
    void manyMoreStreams_beginAnother() {
        Observation crowd = new Observation(50e6, 2, 2, 1, 1, 40, Load.ABSENT);
        Session session = after(READS, READS, READS, crowd);
        assertThat(session.begins()).isTrue();
        assertThat(session.beforeAge()).isEqualTo(3);
        assertThat(session.next(crowd).begins()).isFalse();
    }

    @Test
    void heldBack_isDemandThoughNothingMoves() {
        assertThat(new Observation(0, 1, 1, 3, 0, 3, Load.ABSENT).hasDemand()).isTrue();
    }
}
