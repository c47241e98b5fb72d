package io.hdfsthrottle.simulation;

import java.util.PriorityQueue;

/** Virtual time: jumps from one moment at which something happens to the next. What happens at the same moment does so in the order of asking. */
final class Timeline {

    private final PriorityQueue<Moment> moments = new PriorityQueue<>();
    private long now;
    private long asked;

    long now() {
        return now;
    }

    /** Lets that happen after so many nanoseconds. */
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
