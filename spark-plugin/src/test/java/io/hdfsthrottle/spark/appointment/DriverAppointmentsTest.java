package io.hdfsthrottle.spark.appointment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.client.Answer;
import io.hdfsthrottle.client.Appointment;
import io.hdfsthrottle.client.ThrottleClient;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DriverAppointmentsTest {
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String QUESTION = Scan.of(3, 0, 100, 128L << 20).question();

    private final AtomicLong nanos = new AtomicLong();

    /** A coordinator that calls an appointment when told to, and records its end. */
    private static final class Scripted implements ThrottleClient, Appointment {
        private final CountDownLatch call = new CountDownLatch(1);
        private final AtomicInteger ended = new AtomicInteger();
        private volatile boolean broken;

        @Override
        public Appointment appointment(long bytes, Collection<String> nodes, Duration deadline, Duration patience) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            return this;
        }

        @Override
        public Answer<Duration> within() {
            return Answer.given(LONGEST);
        }

        @Override
        public boolean await() {
            try {
                return call.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void close() {
            ended.incrementAndGet();
        }
    }

    @Test
    void stage_waitsUntilItIsCalled_andEndsItsAppointment() {
        Scripted coordinator = new Scripted();
        try (DriverAppointments appointments = new DriverAppointments(coordinator, LONGEST, nanos::get)) {
            assertThat(appointments.answer(QUESTION)).isEqualTo(DriverAppointments.WAIT);
            coordinator.call.countDown();
            await().atMost(PATIENCE).until(() -> appointments.answer(QUESTION).equals(DriverAppointments.GO));
            appointments.ended("3.0");
            await().atMost(PATIENCE).until(() -> coordinator.ended.get() == 1);
        }
    }

    @Test
    void nobodyWaitsLonger_thanTheLongestWait() {
        try (DriverAppointments appointments = new DriverAppointments(new Scripted(), LONGEST, nanos::get)) {
            assertThat(appointments.answer(QUESTION)).isEqualTo(DriverAppointments.WAIT);
            nanos.set(LONGEST.toNanos() - 1);
            assertThat(appointments.answer(QUESTION)).isEqualTo(DriverAppointments.WAIT);
            nanos.set(LONGEST.toNanos());
            assertThat(appointments.answer(QUESTION)).isEqualTo(DriverAppointments.GO);
        }
    }

    @Test
    void whateverGoesWrong_theStageGoesOn() {
        Scripted coordinator = new Scripted();
        coordinator.broken = true;
        try (DriverAppointments appointments = new DriverAppointments(coordinator, LONGEST, nanos::get)) {
            await().atMost(PATIENCE).until(() -> appointments.answer(QUESTION).equals(DriverAppointments.GO));
            assertThat(appointments.answer("hdfs-throttle appointment x")).isEqualTo(DriverAppointments.GO);
        }
        assertThat(DriverAppointments.isQuestion("hdfs-throttle replicas 1")).isFalse();
        assertThat(DriverAppointments.isQuestion(7)).isFalse();
    }

    @Test
    void stageWithoutACoordinator_goesOn() {
        try (DriverAppointments appointments = new DriverAppointments(ThrottleClient.NONE, LONGEST, nanos::get)) {
            await().atMost(PATIENCE).until(() -> appointments.answer(QUESTION).equals(DriverAppointments.GO));
        }
    }

    @Test
    void moreThanAFewStages_goOnAtOnce() {
        try (DriverAppointments appointments = new DriverAppointments(new Scripted(), LONGEST, nanos::get)) {
            for (int stage = 0; stage < 8; stage++) {
                assertThat(appointments.answer(
                                Scan.of(stage, 0, 100, 128L << 20).question()))
                        .isEqualTo(DriverAppointments.WAIT);
            }
            assertThat(appointments.answer(Scan.of(8, 0, 100, 128L << 20).question()))
                    .isEqualTo(DriverAppointments.GO);
        }
    }

    @Test
    void stage_isHeavyByItsTasksTimesTheirFile() {
        assertThat(Scan.of(1, 0, 8, 1L << 40).bytes()).isEqualTo(1L << 30);
        assertThat(Scan.of(1, 0, 8, 128L << 20).isHeavy()).isTrue();
        assertThat(Scan.of(1, 0, 7, 128L << 20).isHeavy()).isFalse();
        assertThat(Scan.of(1, 0, 1_000_000, -1).bytes()).isZero();
        assertThat(Scan.parse(Scan.of(12, 3, 8, 128L << 20).question()))
                .map(Scan::attempt)
                .contains("12.3");
    }
}
