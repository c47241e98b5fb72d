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
 * then on everything passes until the host restarts. Thread-safe; never throws.
 */
public final class HostGuard {

    static final int MOST_ERRORS = 100;

    private static final long WINDOW_NANOS = 10_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(HostGuard.class);

    private final Bypass gate;
    private final Ticker ticker;
    private final AtomicLong errors = new AtomicLong();
    private final long[] latest = new long[MOST_ERRORS];
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
                        "hdfs-throttle failed {} times within 10 s: everything passes unpaced until this process restarts",
                        MOST_ERRORS);
            }
        } catch (Throwable again) {
            // Out of memory while telling of it, say: nothing that we could do about it may reach the host.
            gate.open();
        }
    }

    /** Whether the last hundred errors, this one included, came within ten seconds, wherever those begin. */
    private synchronized boolean thick() {
        long now = ticker.nanos();
        latest[(int) (noted % MOST_ERRORS)] = now;
        noted++;
        long first = latest[(int) (noted % MOST_ERRORS)]; // of the last hundred, once there were that many
        return noted >= MOST_ERRORS && now - first <= WINDOW_NANOS;
    }

    /** How many errors there were. */
    public long errors() {
        return errors.get();
    }
}
