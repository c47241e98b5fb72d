package io.hdfsthrottle.coordinator.feature.appointment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.HandSetClock;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Refused;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AppointmentBookTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final AppointmentSettings SETTINGS = AppointmentSettings.standard(true);
    private static final long BEGIN = 490_000L * 3_600;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Load LOAD = new Load(
            1e8,
            Map.of(
                    ETL, new Load.Use(1, 2e7, 2e7, 2e7, true),
                    GOLD, new Load.Use(4, 5e7, 5e7, 8e7, true)));

    private final MemoryStore store = new MemoryStore();
    private final HandSetClock clock = new HandSetClock(BEGIN);
    private final AtomicInteger changes = new AtomicInteger();
    private final AppointmentBook book =
            new AppointmentBook(SETTINGS, store, clock, () -> LOAD, changes::incrementAndGet);

    @BeforeEach
    void open() {
        book.open(new Term(1, 0));
    }

    private Made request(String application) {
        return (Made) book.request(
                AppointmentRequest.of(application, ETL, 500_000_000, Duration.ofSeconds(60), Optional.empty(), true),
                false);
    }

    private void go(AppointmentBook going) {
        going.go(application -> true);
    }

    @Test
    void whatWasAnswered_isThereForTheNextLeader() {
        Made first = request("a");
        Made second = request("b");
        assertThat(first.answer()).isEqualTo("now");
        assertThat(second.answer()).isEqualTo("callback");
        book.close();

        AppointmentBook next = new AppointmentBook(SETTINGS, store, clock, () -> LOAD, () -> {});
        next.open(new Term(2, 1));
        assertThat(next.calendar()).isEqualTo(second.calendar());
        clock.set(BEGIN + 1);
        go(next);
        assertThat(next.factors()).containsOnlyKeys(ETL).allSatisfy((tenant, factor) -> assertThat(factor)
                .isBetween(4.0, 8.0));
        assertThat(next.why(ETL)).isEqualTo("appointment of a for 9 s more");
        assertThat(next.why(GOLD)).isEqualTo("no appointment");
    }

    @Test
    void whoWaits_isCalledOnceItBegins_andWhenItIsOver() throws Exception {
        Made first = request("a");
        Made second = request("b");
        CompletableFuture<Optional<Boolean>> call =
                book.awaitNews(second.appointment().id(), PATIENCE);
        assertThat(call).isNotDone();

        book.end(first.appointment().id());
        assertThat(call).isNotDone();
        clock.set(BEGIN + 1);
        go(book);
        assertThat(call).isCompletedWithValue(Optional.of(true));
        assertThat(book.begun()).isEqualTo(1);

        Made third = request("c");
        CompletableFuture<Optional<Boolean>> other =
                book.awaitNews(third.appointment().id(), PATIENCE);
        book.end(third.appointment().id());
        assertThat(other).isCompletedWithValue(Optional.of(true));
        assertThat(book.awaitNews(third.appointment().id(), PATIENCE)).isDone();
    }

    @Test
    void whoWaits_isToldToAskAgain_whenAnotherLeads_orItAskedTwice() {
        Made unused = request("a");
        long waiting = request("b").appointment().id();
        List<CompletableFuture<Optional<Boolean>>> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(book.awaitNews(waiting, PATIENCE));
        }
        assertThat(calls.get(0)).isCompletedWithValue(Optional.empty());
        assertThat(calls.get(1)).isNotDone();
        book.close();
        assertThat(calls).allSatisfy(call -> assertThat(call).isCompletedWithValue(Optional.empty()));
    }

    @Test
    void whatWasNotKept_wasNotAnswered_andASliceIsTriedAgain() {
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> request("a"));
        assertThat(book.standings()).isEmpty();
        store.refuse(null);

        Made unused = request("a");
        long second = request("b").appointment().id();
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        clock.set(BEGIN + 30);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> go(book));
        assertThat(book.standing(second))
                .hasValueSatisfying(standing -> assertThat(standing.state()).isEqualTo("waiting"));
        store.refuse(null);
        go(book);
        assertThat(book.standing(second))
                .hasValueSatisfying(standing -> assertThat(standing.state()).isEqualTo("begun"));
    }

    @Test
    void weightsAreMadeAnew_whenAnAppointmentBeginsAndEnds_andNothingIsWrittenWithout() {
        go(book);
        assertThat(store.writes()).isZero();
        Made made = request("a");
        assertThat(changes).hasValue(1);
        book.end(made.appointment().id());
        clock.set(BEGIN + 1);
        go(book);
        assertThat(book.factors()).isEmpty();
        int writes = store.writes();
        clock.set(BEGIN + 2);
        go(book);
        assertThat(store.writes()).isEqualTo(writes);
    }

    @Test
    void rehearsal_changesNothing() {
        Decision decision =
                book.request(AppointmentRequest.of("a", ETL, 1, Duration.ofSeconds(1), Optional.empty(), false), true);
        assertThat(decision).isInstanceOf(Made.class);
        assertThat(book.standings()).isEmpty();
        assertThat(store.writes()).isZero();
    }

    @Test
    void off_loadsNothing_andRefuses_closedDecidesNothing() {
        AppointmentBook off = new AppointmentBook(AppointmentSettings.OFF, store, clock, () -> LOAD, () -> {});
        off.open(new Term(2, 1));
        assertThat(off.request(
                        AppointmentRequest.of("a", ETL, 1, Duration.ofSeconds(1), Optional.empty(), false), false))
                .isInstanceOf(Refused.class);

        book.close();
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> request("a"));
    }

    @Test
    void calendarThatIsNotUnderstood_isLeftBehind() {
        for (String written : new String[] {"x", "{\"version\":2}", "{\"version\":1,\"state\":{\"next\":-5}}"}) {
            store.write(new Term(1, 0), "appointments", written.getBytes(StandardCharsets.UTF_8));
            book.open(new Term(2, 1));
            assertThat(book.calendar()).isEqualTo(Calendar.EMPTY);
        }
    }

    @Test
    void fullestCalendar_fits() {
        List<Appointment> appointments = new ArrayList<>();
        for (int i = 0; i < AppointmentSettings.LARGEST_QUEUE; i++) {
            appointments.add(new Appointment(
                    Long.MAX_VALUE - i,
                    "x".repeat(128),
                    Tenant.named("t".repeat(64)),
                    AppointmentRequest.MOST_BYTES,
                    BEGIN,
                    BEGIN,
                    BEGIN,
                    3_600,
                    1e15,
                    true,
                    true,
                    1e15,
                    Set.of("d".repeat(198), "e".repeat(196))));
        }
        Calendar calendar = new Calendar(appointments, Map.of(ETL, new Debt(1e15, BEGIN)), Long.MAX_VALUE, BEGIN);
        byte[] written = Stored.write(AppointmentBook.APPOINTMENTS, calendar);
        assertThat(written.length).isLessThan(SnapshotStore.LARGEST_BYTES);
        assertThat(Stored.read(AppointmentBook.APPOINTMENTS, written)).isEqualTo(calendar);
    }
}
