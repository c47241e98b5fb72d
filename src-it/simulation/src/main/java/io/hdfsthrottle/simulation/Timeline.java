package io.hdfsthrottle.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time that jumps from one event to the next; those of the same instant run in the order of scheduling. */
public final class Timeline {
    public static final long SECOND = 1_000_000_000L;

    private final PriorityQueue<Moment> moments =
            new PriorityQueue<>(Comparator.comparingLong(Moment::at).thenComparingLong(Moment::number));
    private long now;
    private long asked;

    private record Moment(long at, long number, Runnable what) {}

    /** In nanoseconds. */
    public long now() {
        return now;
    }

    /** Schedules that event after so many nanoseconds. */
    public void after(long nanos, Runnable what) {
        moments.add(new Moment(now + Math.max(0, nanos), asked++, what));
    }

    /** Runs all events until then. */
    public void runUntil(long end) {
        while (!moments.isEmpty() && moments.peek().at <= end) {
            Moment moment = moments.remove();
            now = moment.at;
            moment.what.run();
        }
        now = end;
    }
}
