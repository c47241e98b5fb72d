package io.hdfsthrottle.agent;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A daemon thread that does one thing again and again until stopped; an error of the work is the guard's and does not
 * end it.
 */
final class Heartbeat {

    private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(100);

    /** Work that says how long to pause after it. */
    @FunctionalInterface
    interface Beat {
        Duration beat() throws InterruptedException;
    }

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Beat work;
    private final HostGuard guard;
    private final Thread thread;

    private Heartbeat(String name, Beat work, HostGuard guard) {
        this.work = work;
        this.guard = guard;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    static Heartbeat start(String name, Beat work, HostGuard guard) {
        Heartbeat heartbeat = new Heartbeat(name, work, guard);
        heartbeat.thread.start();
        return heartbeat;
    }

    private void run() {
        boolean running = true;
        while (running) {
            try {
                Duration pause = beat();
                running = !stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                // Stopped, or a stray interrupt that ended one beat: the latch tells which.
                running = stopped.getCount() > 0;
            }
        }
    }

    private Duration beat() throws InterruptedException {
        try {
            return work.beat();
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Throwable error) {
            guard.failed(thread.getName(), error);
            return PAUSE_AFTER_ERROR;
        }
    }

    /** Ends the thread soon, without waiting for it. */
    void stop() {
        stopped.countDown();
        thread.interrupt();
    }
}
