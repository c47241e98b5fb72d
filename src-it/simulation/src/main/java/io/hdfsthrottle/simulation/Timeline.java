package io.hdfsthrottle.simulation;

import java.util.PriorityQueue;

/**
 * Virtual time: an event queue that jumps from one event to the next. Events at the same instant run in the order of
 * scheduling.
 */
final class Timeline {

    private final PriorityQueue<Moment> moments = new PriorityQueue<>();
    private long now;
    private long asked;

    long now() {
        return now;
    }

    /** Schedules that event after so many nanoseconds. */
    void after(long nanos, Runnable what) {
        moments.add(new Moment(now + Math.max(0, nanos), asked++, what));
    }

    void runUntil(long end) {
        while (!moments.isEmpty() && moments.peek().at <= end) {
            Moment moment = moments.remove();
            now = moment.at;
            moment.what.run();
        }
        now = end;
    }

    private record Moment(long at, long number, Runnable what) implements Comparable<Moment> {
        @Override
        public int compareTo(Moment other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }
}
