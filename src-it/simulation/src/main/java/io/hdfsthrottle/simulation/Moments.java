package io.hdfsthrottle.simulation;

import java.util.Arrays;

/**
 * Who goes on when: a binary heap of single numbers, each a moment and who, because nearly all of a run is spent here. Of
 * the same moment, the lowest number goes first, so a run depends on nothing but its input.
 */
final class Moments {

    private static final int WHO_BITS = 16;

    /** Nobody is to go on. */
    static final long NEVER = Long.MAX_VALUE >> WHO_BITS;

    private static final int WHO = (1 << WHO_BITS) - 1;

    /** The heap, and behind it always one that is later than all, so that every parent has two children. */
    private long[] keys = {Long.MAX_VALUE, Long.MAX_VALUE};

    private int size;

    /** The first moment; {@link #NEVER} if there is none. */
    long first() {
        return keys[0] >> WHO_BITS;
    }

    /** Who goes on at the first moment; nobody in particular if there is none. */
    int who() {
        return (int) keys[0] & WHO;
    }

    /** Adds one: who is 0 to 65,535, the moment up to 39 hours in nanoseconds. */
    void add(long moment, int who) {
        if (size + 2 > keys.length) {
            keys = Arrays.copyOf(keys, 2 * keys.length);
            Arrays.fill(keys, size, keys.length, Long.MAX_VALUE);
        }
        long key = moment << WHO_BITS | who;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >> 1;
            if (keys[parent] <= key) {
                break;
            }
            keys[hole] = keys[parent];
            hole = parent;
        }
        keys[hole] = key;
    }

    /** Takes the first away; there is one. */
    void removeFirst() {
        long key = keys[--size];
        keys[size] = Long.MAX_VALUE;
        int hole = 0;
        int child = 1;
        while (child < size) {
            long left = keys[child];
            long right = keys[child + 1];
            child += right < left ? 1 : 0;
            long least = Math.min(left, right);
            if (key <= least) {
                break;
            }
            keys[hole] = least;
            hole = child;
            child = 2 * hole + 1;
        }
        if (size > 0) {
            keys[hole] = key;
        }
    }
}
