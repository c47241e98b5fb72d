package io.hdfsthrottle.agent;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A daemon thread that repeats one task until stopped; an error of the task goes to the guard and does not end the
 * thread.
 */
final class Heartbeat {

    private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(100);

    /** Work that returns the pause after it. */
    @FunctionalInterface
    interface Beat {
        Duration beat() throws InterruptedException;
    }

    private final Semaphore bell = new Semaphore(0);
    private volatile boolean stopped;
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
                if (bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    bell.drainPermits();
                }
                running = !stopped;
            } catch (InterruptedException interrupted) {
                // Stopped, or a stray interrupt that ended one beat.
                running = !stopped;
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

    /** Runs the next beat at once, whatever pause the last one asked for. */
    void beatNow() {
        bell.release();
    }

    /** Ends the thread soon, without waiting for it. */
    void stop() {
        stopped = true;
        bell.release();
        thread.interrupt();
    }
}
