package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Piece;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread that detects completions lives as long as its queue, whatever happens to it. */
final class ReaperTest {

    private static final int PACKET = 65_536;

    private final FakeFile file = new FakeFile(1 << 20);
    private final Stream stream =
            QueueOnAClock.ofAnyDisk().account(Tenant.named("gold")).longRead(Optional.of(file));
    private final List<Piece> completed = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final AtomicInteger nudges = new AtomicInteger();
    private final AtomicLong toNext = new AtomicLong(Long.MAX_VALUE);
    private final AtomicReference<Thread> thread = new AtomicReference<>();
    private final Reaper reaper = new Reaper("reaper", this::completed, toNext::get, errors::add);

    private void completed(Piece piece) {
        thread.set(Thread.currentThread());
        if (piece == null) {
            nudges.incrementAndGet();
        } else {
            completed.add(piece);
        }
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
        assertThat(completed).containsExactly(one);
        file.broken = null;
        Piece two = piece(PACKET);
        reaper.await(two);
        await().untilAsserted(() -> assertThat(completed).containsExactly(one, two));
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

    private Piece piece(long offset) {
        return new Piece(stream, offset, PACKET);
    }
}
