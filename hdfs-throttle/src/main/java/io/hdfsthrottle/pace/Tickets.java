package io.hdfsthrottle.pace;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The bytes that one tenant was charged. While it is held to an allowance they are counted one call after the other, and where a
 * call's bytes end is its ticket. While it is not, nobody asks for tickets: each thread then counts where no other does, and what
 * was counted so goes before the tickets that are taken later. Thread-safe; {@link #gather} and {@link #total} are the
 * controller's.
 */
final class Tickets {

    /** The ticket of a call that nothing holds back: before all others. */
    static final long NONE = Long.MIN_VALUE;

    private final AtomicLong last = new AtomicLong();
    private final LongAdder counted = new LongAdder();

    /** Charges, and returns the ticket; of a charge of 0, that of the last call that was charged. */
    long take(long charge) {
        return charge == 0 ? last.get() : last.addAndGet(charge);
    }

    /** Charges without a ticket. */
    void count(long charge) {
        if (charge != 0) {
            counted.add(charge);
        }
    }

    /** Puts what was counted without tickets before all tickets that are taken from now on. */
    void gather() {
        last.addAndGet(counted.sumThenReset());
    }

    /** All bytes charged. */
    long total() {
        return last.get() + counted.sum();
    }
}
