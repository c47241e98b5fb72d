package io.hdfsthrottle.agent;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A daemon thread that repeats one task until stopped; an error of the task goes to the guard and does not end the
 * thread. A thread that ends all the same is replaced.
 */
final class Heartbeat {

    /** As many failures in a row are no accident, and a beat lasts no longer than as many looks. */
    static final int MOST = 10;

    private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(100);

    /** Work that returns the pause after it. */
    @FunctionalInterface
    interface Beat {
        Duration beat() throws InterruptedException;
    }

    private final Semaphore bell = new Semaphore(0);
    private final String name;
    private final Beat work;
    private final HostGuard guard;
    private final boolean isVital;

    /** How often somebody looked since the beat began; far below 0 between beats. */
    private final AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);

    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean stopped;
    private volatile Thread thread;

    private Heartbeat(String name, Beat work, HostGuard guard, boolean isVital) {
        this.name = name;
        this.work = work;
        this.guard = guard;
        this.isVital = isVital;
    }

    static Heartbeat start(String name, Beat work, HostGuard guard) {
        Heartbeat heartbeat = new Heartbeat(name, work, guard, false);
        heartbeat.begin();
        return heartbeat;
    }

    /** The same for work without which nothing can go on: while it fails again and again, everything passes. */
    static Heartbeat startVital(String name, Beat work, HostGuard guard) {
        Heartbeat heartbeat = new Heartbeat(name, work, guard, true);
        heartbeat.begin();
        return heartbeat;
    }

    private void begin() {
        Thread next = new Thread(this::run, name);
        next.setDaemon(true);
        thread = next;
        next.start();
    }

    private boolean isOver() {
        return stopped || Thread.currentThread() != thread;
    }

    private void run() {
        while (!isOver()) {
            try {
                looks.set(0);
                Duration pause = beat();
                looks.set(Integer.MIN_VALUE);
                if (!isOver() && bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    int unused = bell.drainPermits();
                }
            } catch (InterruptedException interrupted) {
                looks.set(Integer.MIN_VALUE); // stopped, or a stray interrupt that ended one beat
            }
        }
    }

    private Duration beat() throws InterruptedException {
        try {
            Duration pause = work.beat();
            failures.set(0);
            return pause;
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Throwable error) {
            guard.failed(name, error);
            if (failures.incrementAndGet() % MOST == 0 && isVital) {
                guard.passForATime(name + " fails again and again");
            }
            return PAUSE_AFTER_ERROR;
        }
    }

    /**
     * Replaces its thread if that has ended, and if it is vital and does not come back from a beat. Called about once a
     * second by another thread.
     */
    void renew() {
        boolean isStuck = isVital && looks.incrementAndGet() > MOST;
        if (!stopped && (isStuck || !thread.isAlive())) {
            guard.failed(name, new IllegalStateException(isStuck ? "does not come back" : "has ended"));
            if (isVital) {
                guard.passForATime(name + " does not work");
            }
            looks.set(Integer.MIN_VALUE);
            begin();
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
