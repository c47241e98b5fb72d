package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Piece;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread that detects completions lives as long as its queue, whatever happens to it. */
final class ReaperTest {

    private static final int PACKET = 65_536;

    private final FakeFile file = new FakeFile(1 << 20);
    private final QueueOnAClock queue = QueueOnAClock.ofAnyDisk();
    private final Stream stream = stream("gold");
    private final List<Piece> completed = new CopyOnWriteArrayList<>();
    private final List<Piece> unknown = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final AtomicInteger nudges = new AtomicInteger();
    private final AtomicLong toNext = new AtomicLong(Long.MAX_VALUE);
    private final AtomicReference<RuntimeException> toFail = new AtomicReference<>();
    private final AtomicReference<Thread> thread = new AtomicReference<>();
    private final Reaper reaper = new Reaper("reaper", this::ended, this::work, toNext::get, errors::add);

    private void ended(Piece piece, Completion completion) {
        thread.set(Thread.currentThread());
        if (toFail.get() != null) {
            throw toFail.get();
        }
        (completion == Completion.UNKNOWN ? unknown : completed).add(piece);
    }

    private void work() {
        thread.set(Thread.currentThread());
        nudges.incrementAndGet();
    }

    @AfterEach
    void stop() {
        reaper.stop();
    }

    @Test
    void pieces_areToldInTheOrderInWhichTheDiskWasAsked() {
        reaper.start();
        Piece one = piece(0);
        Piece two = piece(PACKET);
        reaper.await(one);
        reaper.await(two);
        await().untilAsserted(() -> assertThat(completed).containsExactly(one, two));
    }

    @Test
    void fileThatFails_isCounted_andItsPieceIsWaitedForNoLonger() {
        RuntimeException onPurpose = new IllegalStateException("on purpose");
        file.broken = onPurpose;
        reaper.start();
        Piece one = piece(0);
        reaper.await(one);
        await().untilAsserted(() -> assertThat(errors).containsExactly(onPurpose));
        assertThat(unknown).containsExactly(one);
        file.broken = null;
        Piece two = piece(PACKET);
        reaper.await(two);
        await().untilAsserted(() -> assertThat(completed).containsExactly(two));
    }

    @Test
    void interrupt_endsNothing() {
        begin();
        for (int i = 0; i < 3; i++) {
            thread.get().interrupt();
            Piece piece = piece(i * (long) PACKET);
            reaper.await(piece);
            await().untilAsserted(() -> assertThat(completed).contains(piece));
        }
        assertThat(thread.get().isAlive()).isTrue();
    }

    @Test
    void threadThatTheDiskKeeps_isReplaced_andTellsItsPieceWhenItIsLetGo() {
        CountDownLatch badSector = new CountDownLatch(1);
        begin();
        AtomicInteger kept = new AtomicInteger();
        file.disk = () -> {
            kept.incrementAndGet();
            assertThatNoException().isThrownBy(badSector::await);
        };
        Piece one = piece(0);
        reaper.await(one);
        await().until(() -> kept.get() > 0);
        file.disk = () -> {};
        Piece two = new Piece(stream("gold"), 0, PACKET);
        reaper.await(two);
        await().until(() -> {
            reaper.renew(1);
            return completed.equals(List.of(two));
        });
        assertThat(reaper.isKept()).as("for long").isFalse();
        for (int look = 0; look < Reaper.MOST_LOOKS; look++) {
            reaper.renew(1);
        }
        assertThat(reaper.isKept()).isTrue();
        assertThat(reaper.isStuck()).isFalse();
        reaper.renew(5);
        assertThat(reaper.isKept()).as("for long, where requests are large").isFalse();
        badSector.countDown();
        await().untilAsserted(() -> assertThat(completed).containsExactly(two, one));
        await().until(() -> {
            reaper.renew(1);
            return !reaper.isKept();
        });
        assertThat(errors).isEmpty();
    }

    @Test
    void diskThatAnswersNothing_keepsFewThreads() {
        CountDownLatch dead = new CountDownLatch(1);
        Set<Thread> kept = ConcurrentHashMap.newKeySet();
        begin();
        file.disk = () -> {
            kept.add(Thread.currentThread());
            assertThatNoException().isThrownBy(dead::await);
        };
        for (int i = 0; i < 20; i++) {
            reaper.await(new Piece(stream("tenant-" + i % 2), 0, PACKET));
        }
        await().until(() -> {
            reaper.renew(1);
            return kept.size() == 4;
        });
        for (int i = 0; i < 100; i++) {
            reaper.renew(1);
        }
        assertThat(kept).hasSize(4);
        assertThat(reaper.isStuck()).isTrue();
        dead.countDown();
        await().until(() -> completed.size() == 20);
    }

    @Test
    void tenantWhoseFilesCannotBeRead_keepsNotAllThreads_andItsOtherPiecesAreNotWaitedFor() {
        CountDownLatch badSectors = new CountDownLatch(1);
        Set<Thread> kept = ConcurrentHashMap.newKeySet();
        begin();
        file.disk = () -> {
            kept.add(Thread.currentThread());
            assertThatNoException().isThrownBy(badSectors::await);
        };
        for (int i = 0; i < 10; i++) {
            reaper.await(new Piece(stream("gold"), 0, PACKET));
        }
        FakeFile good = new FakeFile(1 << 20);
        Piece other = new Piece(queue.account(Tenant.named("other")).longRead(Optional.of(good)), 0, PACKET);
        reaper.await(other);
        await().until(() -> {
            reaper.renew(1);
            return completed.equals(List.of(other)) && kept.size() == 3 && unknown.size() == 7;
        });
        for (int i = 0; i < 100; i++) {
            reaper.renew(1);
        }
        assertThat(reaper.isStuck()).isFalse();
        badSectors.countDown();
        await().until(() -> completed.size() == 4);
    }

    @Test
    void pieceThatTheDiskDoesNotAnswer_keepsNoOtherThreadForItsStream() {
        CountDownLatch badSector = new CountDownLatch(1);
        Set<Thread> kept = ConcurrentHashMap.newKeySet();
        begin();
        file.disk = () -> {
            kept.add(Thread.currentThread());
            assertThatNoException().isThrownBy(badSector::await);
        };
        for (int i = 0; i < 3; i++) {
            reaper.await(piece(i * (long) PACKET));
        }
        await().until(() -> kept.size() == 1);
        FakeFile another = new FakeFile(1 << 20);
        Piece other = new Piece(queue.account(Tenant.named("gold")).longRead(Optional.of(another)), 0, PACKET);
        reaper.await(other);
        await().until(() -> {
            reaper.renew(1);
            return completed.equals(List.of(other));
        });
        for (int i = 0; i < 100; i++) {
            reaper.renew(1);
        }
        assertThat(kept).hasSize(1);
        badSector.countDown();
        await().until(() -> completed.size() == 4);
    }

    @Test
    void threadThatRests_isNotReplaced_howeverOftenSomebodyLooks() {
        begin();
        for (int i = 0; i < 1_000; i++) {
            reaper.renew(1);
        }
        assertThat(reaper.isKept()).isFalse();
    }

    @Test
    void threadThatFailsAgainAndAgain_isToldToTheController() {
        IllegalStateException broken = new IllegalStateException("on purpose");
        toFail.set(broken);
        reaper.start();
        for (int i = 0; i < Reaper.MOST_FAILURES; i++) {
            reaper.renew(1);
            reaper.await(piece(i * (long) PACKET));
            int failures = i + 1;
            await().until(() -> errors.size() == failures);
        }
        assertThatThrownBy(() -> reaper.renew(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("10 times");
    }

    @Test
    void queueIsTold_wheneverTheTimeToItsNextLimitHasPassed() {
        toNext.set(1_000_000);
        reaper.start();
        await().until(() -> nudges.get() > 10);
    }

    @Test
    void stop_endsTheThreadAtOnce_howeverLongItWouldWait() {
        begin();
        reaper.stop();
        await().until(() -> !thread.get().isAlive());
        assertThat(errors).isEmpty();
    }

    private void begin() {
        reaper.start();
        reaper.nudge();
        await().until(() -> thread.get() != null);
    }

    private Stream stream(String tenant) {
        return queue.account(Tenant.named(tenant)).longRead(Optional.of(file));
    }

    private Piece piece(long offset) {
        return new Piece(stream, offset, PACKET);
    }
}
