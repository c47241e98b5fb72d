package io.hdfsthrottle.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.NotStored.Reason;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.policy.InUse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ApplicationBookTest {
    private static final Duration EXPIRY = Duration.ofSeconds(60);
    private static final Duration ALMOST = Duration.ofSeconds(59);

    private static final ApplicationBook.Kept SILENT = (before, after) -> {};

    private final MemoryStore store = new MemoryStore();
    private final HandSetTicker ticker = new HandSetTicker();
    private final AtomicInteger changes = new AtomicInteger();
    private final ApplicationBook book = new ApplicationBook(store, ticker, EXPIRY, changes::incrementAndGet);

    @BeforeEach
    void open() {
        book.open(new Term(1, 1));
    }

    private static Application application(String id, String user, long notBefore) {
        return Application.registering(id, "Word Count", user, "gold", notBefore);
    }

    @Test
    void application_thatRenewsLives() {
        book.register(application("a", "alice", 100), false, SILENT);
        for (int i = 0; i < 5; i++) {
            ticker.advance(ALMOST);
            assertThat(book.renew("a")).isPresent();
            book.expire(SILENT);
        }

        assertThat(book.application("a")).isPresent();
    }

    @Test
    void application_thatDoesNotRenewEnds() {
        book.register(application("a", "alice", 100), false, SILENT);
        ticker.advance(EXPIRY.plusMillis(1));
        book.expire(SILENT);

        assertThat(book.application("a")).isEmpty();
        assertThat(book.renew("a")).isEmpty();
        assertThat(changes).hasValue(2);
    }

    @Test
    void renewal_writesNothing() {
        book.register(application("a", "alice", 100), false, SILENT);
        store.refuse(Reason.OUTCOME_UNKNOWN);

        assertThat(book.renew("a")).isPresent();
        book.register(application("a", "alice", 100), true, SILENT);
        assertThat(changes).hasValue(1);
    }

    @Test
    void id_belongsToItsRegistrantWhileItLives() {
        book.register(application("a", "alice", 100), false, SILENT);

        assertThatExceptionOfType(InUse.class)
                .isThrownBy(() -> book.register(application("a", "mallory", 200), false, SILENT));
        assertThatExceptionOfType(InUse.class)
                .isThrownBy(() -> book.register(application("a", "alice", 200), false, SILENT));

        assertThat(book.withdraw("a", SILENT)).isTrue();
        book.register(application("a", "mallory", 200), false, SILENT);
        assertThat(book.application("a").orElseThrow().user()).isEqualTo("mallory");
    }

    @Test
    void provenRegistration_takesItsIdBackFromWhoeverTookItMeanwhile() {
        book.register(application("a", "mallory", 200), false, SILENT);

        book.register(application("a", "alice", 100), true, SILENT);
        assertThat(book.application("a").orElseThrow().user()).isEqualTo("alice");

        assertThatExceptionOfType(InUse.class)
                .isThrownBy(() -> book.register(application("a", "mallory", 200), true, SILENT));
    }

    @Test
    void newLeader_givesEverybodyAFullLease() {
        book.register(application("a", "alice", 100), false, SILENT);
        ticker.advance(ALMOST);
        book.close();
        book.open(new Term(2, 2));
        ticker.advance(ALMOST);
        book.expire(SILENT);

        assertThat(book.application("a")).isPresent();
    }

    @Test
    void expiry_thatIsNotKeptIsTriedAgain() {
        book.register(application("a", "alice", 100), false, SILENT);
        ticker.advance(EXPIRY.plusMillis(1));
        store.refuse(Reason.OUTCOME_UNKNOWN);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.expire(SILENT));
        assertThat(book.application("a")).isPresent();

        store.refuse(null);
        book.expire(SILENT);

        assertThat(book.application("a")).isEmpty();
    }

    @Test
    void renewalDuringExpiry_isNotLost() {
        book.register(application("a", "alice", 100), false, SILENT);
        ticker.advance(EXPIRY.plusMillis(1));
        AtomicBoolean told = new AtomicBoolean();
        store.during(() -> told.set(book.renew("a").isPresent()));

        book.expire(SILENT);

        assertThat(book.application("a").isPresent())
                .as("lives, as it was told: %s", told)
                .isEqualTo(told.get());
        book.register(application("a", "alice", 100), true, SILENT);
        assertThat(book.renew("a")).isPresent();
    }

    @Test
    void expiryThatIsNotKept_givesTheLeaseBack() {
        book.register(application("a", "alice", 100), false, SILENT);
        ticker.advance(EXPIRY.plusMillis(1));
        store.refuse(Reason.OUTCOME_UNKNOWN);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.expire(SILENT));

        assertThat(book.renew("a")).isPresent();
        store.refuse(null);
        book.expire(SILENT);

        assertThat(book.application("a")).isPresent();
    }

    @Test
    void bookThatIsClosedWhileItIsLoaded_staysClosed() {
        book.close();
        store.during(book::close);

        book.open(new Term(2, 2));

        assertThatExceptionOfType(NotStored.class).isThrownBy(book::applications);
    }

    @Test
    void rehearsal_isRefusedAsTheRegistrationWouldBe() {
        int registered = 0;
        while (refused(registered) == null) {
            book.register(crowding(registered), false, SILENT);
            registered++;
        }
        Application next = crowding(registered);

        assertThat(refused(registered).reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(catchThrowableOfType(NotStored.class, () -> book.register(next, false, SILENT))
                        .reason())
                .isEqualTo(Reason.TOO_LARGE);
    }

    private NotStored refused(int number) {
        return catchThrowableOfType(NotStored.class, () -> book.rehearse(crowding(number), false));
    }

    private static Application crowding(int number) {
        return application("a".repeat(100) + number, "u".repeat(128), 100);
    }

    @Test
    void applicationsThatDoNotFit_areRefusedAndTheOthersStay() {
        int registered = 0;
        NotStored full = null;
        while (full == null) {
            Application next = application("a".repeat(100) + registered, "u".repeat(128), 100);
            full = catchThrowableOfType(NotStored.class, () -> book.register(next, false, SILENT));
            registered++;
        }

        assertThat(full.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(book.applications()).hasSize(registered - 1).hasSizeGreaterThan(500);
    }
}
