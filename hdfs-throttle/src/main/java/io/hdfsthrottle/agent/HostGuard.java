package io.hdfsthrottle.agent;

import io.hdfsthrottle.queue.Bypass;
import io.hdfsthrottle.unit.Ticker;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stands between our errors and the host: counts them, says so, and opens the gate for good when they come thick.
 *
 * <p>One error lets one call pass unpaced. {@value #MOST_ERRORS} within ten seconds mean that something is broken: from
 * then on everything passes until the host restarts. Of one thread no more than {@value #MOST_OF_A_THREAD} of them
 * count, so that it takes three threads: one stream with errors goes on unpaced and opens the gate for nobody else.
 * Thread-safe; never throws.
 */
public final class HostGuard {

    static final int MOST_ERRORS = 100;

    /** So many errors of one thread count within the ten seconds: it takes three threads to come to a hundred. */
    static final int MOST_OF_A_THREAD = 34;

    private static final long WINDOW_NANOS = 10_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(HostGuard.class);

    private final Bypass gate;
    private final Ticker ticker;
    private final AtomicLong errors = new AtomicLong();
    private final long[] latest = new long[MOST_ERRORS];
    private final long[] threads = new long[MOST_ERRORS];
    private long noted;

    HostGuard(Bypass gate, Ticker ticker) {
        this.gate = gate;
        this.ticker = ticker;
    }

    /** Takes note of an error of ours that the host must not see. */
    public void failed(String where, Throwable error) {
        try {
            long count = errors.incrementAndGet();
            if (Long.bitCount(count) == 1) { // the first, second, fourth, eighth ...: loud, but no flood
                LOG.error(
                        "hdfs-throttle failed in {} (error {} so far); the operation goes on unpaced",
                        where,
                        count,
                        error);
            }
            if (thick() && !gate.isOpen()) {
                gate.open();
                LOG.error(
                        "hdfs-throttle failed {} times within 10 s on several threads: everything passes unpaced until this process restarts",
                        MOST_ERRORS);
            }
        } catch (Throwable again) {
            // Out of memory while telling of it, say: nothing that we could do about it may reach the host.
            gate.open();
        }
    }

    /** Whether the last hundred errors that count, this one included, came within ten seconds, wherever those begin. */
    private synchronized boolean thick() {
        long now = ticker.nanos();
        long thread = Thread.currentThread().getId();
        if (latelyOf(thread, now) >= MOST_OF_A_THREAD) {
            return false;
        }
        int place = (int) (noted % MOST_ERRORS);
        latest[place] = now;
        threads[place] = thread;
        noted++;
        long first = latest[(int) (noted % MOST_ERRORS)]; // of the last hundred, once there were that many
        return noted >= MOST_ERRORS && now - first <= WINDOW_NANOS;
    }

    /** How many of the errors that count are that thread's and came within ten seconds. */
    private int latelyOf(long thread, long now) {
        int found = 0;
        for (int i = 0; i < Math.min(noted, MOST_ERRORS); i++) {
            found += threads[i] == thread && now - latest[i] <= WINDOW_NANOS ? 1 : 0;
        }
        return found;
    }

    /** How many errors there were. */
    public long errors() {
        return errors.get();
    }
}
