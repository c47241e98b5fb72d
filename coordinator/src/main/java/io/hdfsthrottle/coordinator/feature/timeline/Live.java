package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Problem;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Tells browsers what is so now, once a second, as server-sent events. No thread waits for a slow one: it misses events,
 * of which no more than one is kept for it. Thread-safe.
 */
final class Live {
    /** A stream is no longer, so that a credential that ended shows no more; who watches asks for the next one. */
    static final Duration LONGEST = Duration.ofSeconds(50);

    /** So many watch at a time. */
    static final int MOST = 64;

    private final Semaphore room = new Semaphore(MOST);
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private final AtomicLong asked = new AtomicLong();

    /** One that watches until its end is completed. */
    private static final class Watcher implements WriteListener {
        private final CompletableFuture<Optional<Void>> end = new CompletableFuture<>();
        private final long untilNanos;
        private ServletOutputStream out;
        private byte[] next;

        Watcher(long untilNanos) {
            this.untilNanos = untilNanos;
        }

        /** Begins to write to it. */
        CompletableFuture<Optional<Void>> begin(Context context) {
            try {
                synchronized (this) {
                    out = context.res().getOutputStream();
                    out.setWriteListener(this);
                }
            } catch (IOException gone) {
                end();
            }
            return end;
        }

        void tell(byte[] event, long nanos) {
            try {
                synchronized (this) {
                    next = event;
                    write();
                }
            } catch (IOException | IllegalStateException gone) {
                end();
            }
            if (nanos - untilNanos >= 0) {
                end();
            }
        }

        @Override
        public synchronized void onWritePossible() throws IOException {
            write();
        }

        @Override
        public void onError(Throwable gone) {
            end();
        }

        private void write() throws IOException {
            if (out != null && next != null && out.isReady()) {
                byte[] event = next;
                next = null;
                out.write(event);
                if (out.isReady()) {
                    out.flush();
                }
            }
        }

        void end() {
            boolean unused = end.complete(Optional.empty());
        }
    }

    /**
     * Answers with a stream.
     *
     * @param untilNanos when it ends, monotone
     * @throws Problem if as many watch as may
     */
    void watch(Context context, long untilNanos) {
        if (!room.tryAcquire()) {
            throw Problem.unavailable("As many watch as may, which is " + MOST + "; ask for /v1/history/now instead");
        }
        Watcher watcher = new Watcher(untilNanos);
        watchers.add(watcher);
        CompletableFuture<Optional<Void>> unused = watcher.end.whenComplete((nothing, trouble) -> {
            watchers.remove(watcher);
            room.release();
        });
        Gate.await(context, "live " + asked.incrementAndGet(), watcher.end);
        context.status(200).contentType("text/event-stream").header("Cache-Control", "no-store");
        context.future(() -> watcher.begin(context));
    }

    /** Tells all of them; called once a second. */
    void next(Supplier<byte[]> event, long nanos) {
        if (!watchers.isEmpty()) {
            byte[] told = event.get();
            watchers.forEach(each -> each.tell(told, nanos));
        }
    }

    /** Ends all streams. */
    void end() {
        watchers.forEach(Watcher::end);
    }
}
