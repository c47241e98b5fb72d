package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The time of a simulation, and what happens in it: one event after the other, on one real thread. A simulated thread
 * that waits lets others go on meanwhile, each in a frame above its own; what it waits for may so come a little late,
 * as on a busy machine.
 */
final class SimulatedTime implements Ticker {
    /** Ends what a process does that was killed. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    /** A process: alive, frozen until some time, or killed. */
    static final class Program {
        private long frozenUntil = Long.MIN_VALUE;
        private boolean isKilled;

        void freezeUntil(long nanos) {
            frozenUntil = Math.max(frozenUntil, nanos);
        }

        void thaw() {
            frozenUntil = Long.MIN_VALUE;
        }

        void kill() {
            isKilled = true;
        }

        boolean isKilled() {
            return isKilled;
        }

        long frozenUntil() {
            return frozenUntil;
        }
    }

    /** A simulated thread, which does one thing after the other. */
    static final class Actor {
        private final Program process;
        private final List<Event> waiting = new ArrayList<>();
        private boolean isBusy;

        Actor(Program process) {
            this.process = process;
        }

        boolean isBusy() {
            return isBusy;
        }
    }

    private record Event(long at, long number, Actor actor, Runnable act) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long numbers;
    private Actor current;
    private Throwable failure;

    @Override
    public long nanos() {
        return now;
    }

    /** Milliseconds since the start. */
    long millis() {
        return now / 1_000_000;
    }

    /** Happens after so long, if an actor is given on that thread, once its process is not frozen. */
    void after(long millis, Actor actor, Runnable act) {
        events.add(new Event(now + millis * 1_000_000, numbers++, actor, act));
    }

    /** Goes on until that time; fails if anything has failed, which what waits below might catch otherwise. */
    void run(long untilMillis) {
        while (failure == null && !events.isEmpty() && events.peek().at <= untilMillis * 1_000_000) {
            happens(events.poll());
        }
        if (failure != null) {
            throw new AssertionError(failure.getMessage(), failure);
        }
        now = Math.max(now, untilMillis * 1_000_000);
    }

    /** On a simulated thread: waits so long. */
    void sleep(long millis) {
        boolean unused = await(() -> false, millis);
    }

    /** On a simulated thread: waits until that is so, so long at most; whether it is. */
    boolean await(BooleanSupplier done, long mostMillis) {
        Actor waiting = current;
        Program process = waiting.process;
        long until = now + mostMillis * 1_000_000;
        while (true) {
            if (process.isKilled) {
                throw new Killed();
            }
            boolean isFrozen = process.frozenUntil > now;
            if (!isFrozen && done.getAsBoolean()) {
                return true;
            }
            if (!isFrozen && now >= until) {
                return false;
            }
            long next = isFrozen ? process.frozenUntil : until;
            if (events.isEmpty() || events.peek().at > next) {
                now = Math.max(now, next);
            } else {
                happens(events.poll());
            }
        }
    }

    private void happens(Event event) {
        now = Math.max(now, event.at);
        Actor actor = event.actor;
        if (actor == null) {
            guarded(event.act);
        } else if (actor.process.frozenUntil > now) {
            events.add(new Event(actor.process.frozenUntil, event.number, actor, event.act));
        } else if (actor.isBusy) {
            actor.waiting.add(event);
        } else if (!actor.process.isKilled) {
            on(actor, event.act);
        }
    }

    private void guarded(Runnable act) {
        try {
            act.run();
        } catch (Killed killed) {
            // nothing that it began goes on
        } catch (RuntimeException | Error failed) {
            failure = failure == null ? failed : failure;
        }
    }

    private void on(Actor actor, Runnable act) {
        Actor before = current;
        current = actor;
        actor.isBusy = true;
        try {
            guarded(act);
        } finally {
            current = before;
            actor.isBusy = false;
            for (Event each : actor.waiting) {
                events.add(new Event(now, each.number, actor, each.act));
            }
            actor.waiting.clear();
        }
    }

    /** An executor of that thread; it has what a candidate uses. */
    ScheduledExecutorService executor(Actor actor) {
        return new Executor(actor);
    }

    private final class Executor extends AbstractExecutorService implements ScheduledExecutorService {
        private final Actor actor;
        private boolean isShut;

        Executor(Actor actor) {
            this.actor = actor;
        }

        private void later(long millis, Runnable task) {
            after(millis, actor, () -> {
                if (!isShut) {
                    task.run();
                }
            });
        }

        @Override
        public void execute(Runnable task) {
            later(0, task);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            later(unit.toMillis(delay), task);
            return new Task(task);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit) {
            Runnable again = new Runnable() {
                @Override
                public void run() {
                    task.run();
                    later(unit.toMillis(delay), this);
                }
            };
            later(unit.toMillis(first), again);
            return new Task(task);
        }

        @Override
        public List<Runnable> shutdownNow() {
            isShut = true;
            return List.of();
        }

        @Override
        public boolean awaitTermination(long most, TimeUnit unit) {
            return SimulatedTime.this.await(() -> !actor.isBusy, unit.toMillis(most));
        }

        @Override
        public boolean isShutdown() {
            return isShut;
        }

        @Override
        public boolean isTerminated() {
            return isShut && !actor.isBusy;
        }

        @Override
        public void shutdown() {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
            throw new UnsupportedOperationException("nobody asks");
        }
    }

    /** Nobody asks what became of it. */
    private static final class Task extends FutureTask<Object> implements ScheduledFuture<Object> {
        Task(Runnable task) {
            super(task, null);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(Duration.ZERO);
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
