package io.hdfsthrottle.simulation;

import io.hdfsthrottle.unit.Ticker;
import java.util.Arrays;

/**
 * Virtual time: jumps from one event to the next. Events of the same moment happen in the order in which they were asked
 * for, so a run depends on nothing but its input. A binary heap in plain arrays, because nearly all of a run is spent here.
 */
final class Timeline implements Ticker {

    private long[] moments = new long[64];
    private long[] orders = new long[64];
    private Actor[] actors = new Actor[64];
    private int size;
    private long asked;
    private long now;
    private long happened;

    @Override
    public long nanos() {
        return now;
    }

    /** How many events there were. */
    long happened() {
        return happened;
    }

    /** Wakes the actor after that much time. */
    void after(long nanos, Actor actor) {
        if (size == moments.length) {
            moments = Arrays.copyOf(moments, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            actors = Arrays.copyOf(actors, 2 * size);
        }
        long moment = now + Math.max(nanos, 0);
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (moments[parent] <= moment) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, moment, asked++, actor);
    }

    /** Lets everything happen up to that moment. */
    void runUntil(long end) {
        while (size > 0 && moments[0] <= end) {
            now = moments[0];
            Actor actor = actors[0];
            removeFirst();
            happened++;
            actor.wake();
        }
        now = end;
    }

    private void removeFirst() {
        int last = --size;
        long moment = moments[last];
        long order = orders[last];
        Actor actor = actors[last];
        actors[last] = null;
        if (last == 0) {
            return;
        }
        int hole = 0;
        while (true) {
            int child = 2 * hole + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(child + 1, moments[child], orders[child])) {
                child++;
            }
            if (!before(child, moment, order)) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, moment, order, actor);
    }

    private boolean before(int index, long moment, long order) {
        return moments[index] < moment || (moments[index] == moment && orders[index] < order);
    }

    private void move(int from, int to) {
        put(to, moments[from], orders[from], actors[from]);
    }

    private void put(int index, long moment, long order, Actor actor) {
        moments[index] = moment;
        orders[index] = order;
        actors[index] = actor;
    }
}
