package io.hdfsthrottle.coordinator.feature.timeline;

import java.util.Arrays;
import java.util.Optional;

/**
 * The last slots of time, each with figures or nothing. If time goes back, what was to come is forgotten. Not
 * thread-safe.
 */
final class Ring {
    /** The bytes of one slot. */
    static final int SLOT_BYTES = 4 * Character.BYTES;

    private static final int WIDTH = 4;
    private static final long NEVER = Long.MIN_VALUE;

    private final char[] cells;
    private final int slots;
    private long newest = NEVER;

    Ring(int slots) {
        this.slots = slots;
        this.cells = new char[WIDTH * slots];
    }

    /** Puts figures into that slot, the newest from now on. */
    void put(long slot, Figures figures) {
        if (newest != NEVER && slot > newest) {
            forget(newest + 1, slot);
        } else if (newest != NEVER && slot < newest) {
            forget(slot + 1, newest);
        }
        newest = slot;
        write(slot, figures);
    }

    /** Puts figures into a slot that has none, if that is not too long ago. */
    void fill(long slot, Figures figures) {
        if (newest == NEVER || slot > newest) {
            put(slot, figures);
        } else if (slot > newest - slots && at(slot).isEmpty()) {
            write(slot, figures);
        }
    }

    /** The figures in that slot, if there are any. */
    Optional<Figures> at(long slot) {
        int i = index(slot);
        if (newest == NEVER || slot > newest || slot <= newest - slots || cells[i] == Cell.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of(Figures.of(cells, i));
    }

    /** Whether that slot is not too long ago for it. */
    boolean reaches(long slot) {
        return newest != NEVER && slot > newest - slots;
    }

    private void forget(long first, long last) {
        for (long slot = Math.max(first, last - slots + 1); slot <= last; slot++) {
            Arrays.fill(cells, index(slot), index(slot) + WIDTH, Cell.UNKNOWN);
        }
    }

    private void write(long slot, Figures figures) {
        System.arraycopy(figures.cells(), 0, cells, index(slot), WIDTH);
    }

    private int index(long slot) {
        return WIDTH * (int) Math.floorMod(slot, (long) slots);
    }
}
