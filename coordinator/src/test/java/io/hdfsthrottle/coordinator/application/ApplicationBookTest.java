package io.hdfsthrottle.coordinator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.application.ApplicationBook.Settling;
import io.hdfsthrottle.coordinator.offer.Mode;
import io.hdfsthrottle.coordinator.offer.ReservationRequest;
import io.hdfsthrottle.coordinator.policy.InUse;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class ApplicationBookTest {
    private static final Duration EXPIRY = Duration.ofSeconds(60);
    private static final Duration ALMOST = Duration.ofSeconds(59);

    private static final int MOST = 2_000;

    private static final ApplicationBook.Kept SILENT = (before, after) -> {};

    private final MemoryStore store = new MemoryStore();
    private final HandSetTicker ticker = new HandSetTicker();
    private final AtomicInteger changes = new AtomicInteger();
    private final ApplicationBook book =
            new ApplicationBook(store, ticker, EXPIRY, MOST, Runnable::run, changed -> changes.incrementAndGet());

    @BeforeEach
    void open() {
        book.open(new Term(1, 1));
    }

    private static Application application(String id, String user, long notBefore) {
        return Application.registering(id, "Word Count", user, "gold", notBefore);
    }

    @Test
    void application_thatRenewsLives() {
        register(application("a", "alice", 100), false);
        for (int i = 0; i < 5; i++) {
            ticker.advance(ALMOST);
            assertThat(book.renew("a")).isPresent();
            book.expire(SILENT).join();
        }

        assertThat(book.application("a")).isPresent();
    }

    @Test
    void application_thatDoesNotRenewEnds() {
        register(application("a", "alice", 100), false);
        ticker.advance(EXPIRY.plusMillis(1));
        book.expire(SILENT).join();

        assertThat(book.application("a")).isEmpty();
        assertThat(book.renew("a")).isEmpty();
        assertThat(changes).hasValue(2);
    }

    @Test
    void renewal_writesNothing() {
        register(application("a", "alice", 100), false);
        store.refuse(Reason.OUTCOME_UNKNOWN);

        assertThat(book.renew("a")).isPresent();
        register(application("a", "alice", 100), true);
        assertThat(changes).hasValue(1);
    }

    @Test
    void id_belongsToItsRegistrantWhileItLives() {
        register(application("a", "alice", 100), false);

        assertThat(refused(() -> register(application("a", "mallory", 200), false)))
                .isInstanceOf(InUse.class);
        assertThat(refused(() -> register(application("a", "alice", 200), false)))
                .isInstanceOf(InUse.class);

        assertThat(book.withdraw("a", SILENT)).isCompletedWithValue(true);
        register(application("a", "mallory", 200), false);
        assertThat(book.application("a").orElseThrow().user()).isEqualTo("mallory");
    }

    @Test
    void provenRegistration_takesItsIdBackFromWhoeverTookItMeanwhile() {
        register(application("a", "mallory", 200), false);

        register(application("a", "alice", 100), true);
        assertThat(book.application("a").orElseThrow().user()).isEqualTo("alice");

        assertThat(refused(() -> register(application("a", "mallory", 200), true)))
                .isInstanceOf(InUse.class);
    }

    @Test
    void newLeader_givesEverybodyAFullLease() {
        register(application("a", "alice", 100), false);
        ticker.advance(ALMOST);
        book.close();
        book.open(new Term(2, 2));
        ticker.advance(ALMOST);
        book.expire(SILENT).join();

        assertThat(book.application("a")).isPresent();
    }

    @Test
    void expiry_thatIsNotKeptIsTriedAgain() {
        register(application("a", "alice", 100), false);
        ticker.advance(EXPIRY.plusMillis(1));
        store.refuse(Reason.OUTCOME_UNKNOWN);
        assertThat(refused(() -> book.expire(SILENT).join())).isInstanceOf(NotStored.class);
        assertThat(book.application("a")).isPresent();

        store.refuse(null);
        book.expire(SILENT).join();

        assertThat(book.application("a")).isEmpty();
    }

    @Test
    void renewalDuringExpiry_isNotLost() {
        register(application("a", "alice", 100), false);
        ticker.advance(EXPIRY.plusMillis(1));
        AtomicBoolean told = new AtomicBoolean();
        store.during(() -> told.set(book.renew("a").isPresent()));

        book.expire(SILENT).join();

        assertThat(book.application("a").isPresent())
                .as("lives, as it was told: %s", told)
                .isEqualTo(told.get());
        register(application("a", "alice", 100), true);
        assertThat(book.renew("a")).isPresent();
    }

    @Test
    void expiryThatIsNotKept_givesTheLeaseBack() {
        register(application("a", "alice", 100), false);
        ticker.advance(EXPIRY.plusMillis(1));
        store.refuse(Reason.OUTCOME_UNKNOWN);
        assertThat(refused(() -> book.expire(SILENT).join())).isInstanceOf(NotStored.class);

        assertThat(book.renew("a")).isPresent();
        store.refuse(null);
        book.expire(SILENT).join();

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
        fill();

        assertThat(catchThrowableOfType(NotStored.class, () -> book.rehearse(crowding(MOST), false, Settling.AS_ASKED))
                        .reason())
                .isEqualTo(Reason.TOO_LARGE);
        assertThat(refused(() -> register(crowding(MOST), false)))
                .isInstanceOfSatisfying(
                        NotStored.class, full -> assertThat(full.reason()).isEqualTo(Reason.TOO_LARGE));
        assertThat(book.count()).isEqualTo(MOST);
    }

    @Test
    void registrantWhoHasAsManyAsItMay_keepsNobodyElseOut_andMayRegisterThemAgain() {
        fill();

        register(crowding(MOST).registeredBy("another"), false);
        register(crowding(0).claiming(Tenant.named("silver")), true);
        book.withdraw(crowding(1).id(), SILENT).join();
        register(crowding(MOST + 1), false);

        assertThat(book.count()).isEqualTo(MOST + 1);
        assertThat(refused(() -> register(crowding(MOST + 2), false)))
                .isInstanceOf(NotStored.class)
                .hasMessageContaining("limits.applications.per.credential = " + MOST);
    }

    private void fill() {
        for (int number = 0; number < MOST; number++) {
            register(crowding(number), false);
        }
    }

    private static Application crowding(int number) {
        return application("a".repeat(90) + number, "u".repeat(128), 100).registeredBy("one");
    }

    @Test
    void znodes_areFarBelowZooKeepersLimit_withTenThousandApplicationsOfLongestNames() {
        List<Runnable> gathered = new ArrayList<>();
        ApplicationBook large = new ApplicationBook(store, ticker, EXPIRY, 10_000, gathered::add, changed -> {});
        large.open(new Term(2, 2));
        List<CompletableFuture<?>> registering = new ArrayList<>();
        for (int number = 0; number < 10_000; number++) {
            registering.add(large.register(longest(number), false, Settling.AS_ASKED, SILENT));
        }
        gathered.forEach(Runnable::run);
        CompletableFuture.allOf(registering.toArray(CompletableFuture<?>[]::new))
                .join();

        assertThat(store.largest()).isLessThan(100 * 1024);
        assertThat(store.writes()).as("groups that fit").isBetween(10, 1_000);
        ApplicationBook next = new ApplicationBook(store, ticker, EXPIRY, 10_000, Runnable::run, changed -> {});
        next.open(new Term(3, 3));
        assertThat(next.applications()).isEqualTo(large.applications()).hasSize(10_000);
    }

    private static Application longest(int number) {
        String id = String.format(Locale.ROOT, "%096d", number);
        String text = "\u4e2d".repeat(128);
        return Application.registering(id, text, text, "t".repeat(64), Integer.MAX_VALUE)
                .registeredBy("r".repeat(128));
    }

    @Test
    void changesThatGather_areWrittenTogether_andToldOnceKept() {
        List<Runnable> gathered = new ArrayList<>();
        ApplicationBook slow =
                new ApplicationBook(store, ticker, EXPIRY, MOST, gathered::add, changed -> changes.incrementAndGet());
        slow.open(new Term(2, 2));
        int before = store.writes();

        CompletableFuture<?> one = slow.register(application("a", "alice", 100), false, Settling.AS_ASKED, SILENT);
        CompletableFuture<?> two = slow.register(application("b", "bob", 100), false, Settling.AS_ASKED, SILENT);
        CompletableFuture<?> same = slow.register(application("b", "mallory", 100), false, Settling.AS_ASKED, SILENT);
        CompletableFuture<Boolean> end = slow.withdraw("a", SILENT);
        assertThat(slow.applications()).isEmpty();
        assertThat(List.of(one, two, same, end)).noneMatch(CompletableFuture::isDone);
        gathered.forEach(Runnable::run);

        assertThat(gathered).hasSize(1);
        assertThat(store.writes() - before).isEqualTo(1);
        assertThat(changes).hasValue(1);
        assertThat(one).isCompleted();
        assertThat(two).isCompleted();
        assertThat(end).isCompletedWithValue(true);
        assertThat(refused(same::join)).isInstanceOf(InUse.class);
        assertThat(slow.applications()).extracting(Application::id).containsExactly("b");
    }

    @Test
    void everybodyInAGroupThatWasNotKept_isTold() {
        List<Runnable> gathered = new ArrayList<>();
        ApplicationBook slow = new ApplicationBook(store, ticker, EXPIRY, MOST, gathered::add, changed -> {});
        slow.open(new Term(2, 2));
        List<CompletableFuture<?>> all = List.of(
                slow.register(application("a", "alice", 100), false, Settling.AS_ASKED, SILENT),
                slow.register(application("b", "bob", 100), false, Settling.AS_ASKED, SILENT));
        store.refuse(Reason.OUTCOME_UNKNOWN);

        gathered.forEach(Runnable::run);

        assertThat(all).allSatisfy(each -> assertThat(refused(each::join))
                .isInstanceOfSatisfying(
                        NotStored.class, told -> assertThat(told.reason()).isEqualTo(Reason.OUTCOME_UNKNOWN)));
        assertThat(slow.applications()).isEmpty();
    }

    @Test
    void changesThatWaitWhenTheTermEnds_areSentAway() {
        List<Runnable> gathered = new ArrayList<>();
        ApplicationBook slow = new ApplicationBook(store, ticker, EXPIRY, MOST, gathered::add, changed -> {});
        slow.open(new Term(2, 2));
        CompletableFuture<?> late = slow.register(application("a", "alice", 100), false, Settling.AS_ASKED, SILENT);

        slow.close();
        gathered.forEach(Runnable::run);

        assertThat(refused(late::join)).isInstanceOfSatisfying(NotStored.class, told -> assertThat(told.reason())
                .isEqualTo(Reason.NOT_LEADING));
    }

    @Test
    void applicationThatRegistersAgain_beforeTheEndOfItsLeaseIsKept_lives() {
        register(application("a", "alice", 100), false);
        List<Runnable> gathered = new ArrayList<>();
        ApplicationBook slow = new ApplicationBook(store, ticker, EXPIRY, MOST, gathered::add, changed -> {});
        slow.open(new Term(2, 2));
        ticker.advance(EXPIRY.plusMillis(1));

        CompletableFuture<?> again = slow.register(
                application("a", "alice", 100).claiming(Tenant.named("silver")), true, Settling.AS_ASKED, SILENT);
        CompletableFuture<?> expiring = slow.expire(SILENT);
        gathered.forEach(Runnable::run);

        assertThat(again).isCompleted();
        assertThat(expiring).isCompleted();
        assertThat(slow.renew("a")).isPresent();
    }

    @Test
    void nextTerm_readsEveryApplicationAsItWas() {
        Application whole = application("a", "alice", 100)
                .verified(true, true)
                .registeredBy("alice")
                .telling(PartTerms.of(Level.TASK, Rate.parse("1m"), Rate.parse("30m"))
                        .weighing(Map.of("etl", 3)))
                .asking(ReservationRequest.of(Mode.QUEUE, List.of("dn1:9866")).waiting(Rate.parse("10m"), 200));
        register(whole, false);
        register(application("b", "bob", 300), false);
        book.close();

        book.open(new Term(2, 2));

        assertThat(book.applications()).containsExactly(whole, application("b", "bob", 300));
    }

    @Test
    void versionThatIsNotKnown_isNotRead() {
        store.write(
                new Term(1, 1),
                "applications",
                "{\"version\":3,\"state\":{\"shards\":8}}".getBytes(StandardCharsets.UTF_8));

        assertThatIllegalStateException()
                .isThrownBy(() -> book.open(new Term(2, 2)))
                .withMessageContaining("version 3");
    }

    @Test
    void shardsThatAnEarlierShardingLeft_areNotRead() {
        register(application("a", "alice", 100), false);
        store.write(
                new Term(1, 1),
                "applications",
                "{\"version\":1,\"state\":{\"shards\":1024,\"high\":1,\"low\":2}}".getBytes(StandardCharsets.UTF_8));

        book.open(new Term(2, 2));

        assertThat(book.applications()).isEmpty();
    }

    private void register(Application wanted, boolean proven) {
        Object unused = book.register(wanted, proven, Settling.AS_ASKED, SILENT).join();
    }

    /** Why it is refused, at once or later. */
    private static Throwable refused(ThrowingCallable act) {
        Throwable thrown = catchThrowable(act);
        return thrown instanceof CompletionException later ? later.getCause() : thrown;
    }
}
