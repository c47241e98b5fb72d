package io.hdfsthrottle.pace;

import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The host's threads that work for one tenant on one volume. Threads join and leave by themselves, from any thread; those that end
 * without a word are found and forgotten by the controller, which alone asks all the rest.
 */
final class Transfers {

    /** Threads that the controller looks at if there is room for all looks. */
    static final int MOST_LOOKS = 8;

    private final Set<Transfer> transfers = ConcurrentHashMap.newKeySet();
    private Iterator<Transfer> nextLook = Collections.emptyIterator();

    void join(Transfer transfer) {
        transfers.add(transfer);
    }

    void leave(Transfer transfer) {
        transfers.remove(transfer);
    }

    /** How many there are, those that wait for their client's next request and those that ended and are not forgotten yet included. */
    int count() {
        return transfers.size();
    }

    /** Looks at all of them and forgets those that have ended. */
    void forgetEnded() {
        transfers.removeIf(transfer -> !transfer.isAlive());
    }

    /** Whether there is one that has not ended; looks at one, usually. May be asked by any thread. */
    boolean anyLives() {
        for (Transfer transfer : transfers) {
            if (transfer.isAlive()) {
                return true;
            }
        }
        return false;
    }

    /** Wakes those that rest. May be asked by any thread. */
    void wake() {
        transfers.forEach(Transfer::wake);
    }

    /**
     * Whether it is so for any of them. Looks at so many only, because a look costs microseconds: if there is room for
     * {@value #MOST_LOOKS}, at the first ones, else at others each time.
     */
    boolean any(Predicate<Transfer> what, int mostLooks) {
        if (mostLooks >= MOST_LOOKS || !nextLook.hasNext()) {
            nextLook = transfers.iterator();
        }
        for (int looks = 0; looks < mostLooks && nextLook.hasNext(); ) {
            Transfer transfer = nextLook.next();
            if (!transfer.isAlive()) {
                transfers.remove(transfer);
            } else if (transfers.contains(transfer)) {
                if (what.test(transfer)) {
                    return true;
                }
                looks++;
            }
        }
        return false;
    }
}
