package io.hdfsthrottle.simulation;

import io.hdfsthrottle.unit.Ticker;
import java.util.ArrayList;
import java.util.List;

/** Virtual time: jumps from one moment that somebody asked for to the next. */
final class Timeline implements Ticker {

    private final List<Actor> actors = new ArrayList<>();
    private final Moments moments = new Moments();
    private long now;
    private long happened;

    @Override
    public long nanos() {
        return now;
    }

    /** How often somebody was woken. */
    long happened() {
        return happened;
    }

    /** Makes an actor known; of those woken at the same moment, who was known first goes first. */
    int enrol(Actor actor) {
        actors.add(actor);
        return actors.size() - 1;
    }

    /** Wakes that actor after that much time. */
    void after(long nanos, int actor) {
        moments.add(now + Math.max(nanos, 0), actor);
    }

    /** Lets everything happen up to that moment. */
    void runUntil(long end) {
        while (moments.first() <= end) {
            now = moments.first();
            Actor actor = actors.get(moments.who());
            moments.removeFirst();
            happened++;
            actor.wake();
        }
        now = end;
    }
}
