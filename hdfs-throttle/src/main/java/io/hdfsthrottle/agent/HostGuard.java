package io.hdfsthrottle.agent;

import io.hdfsthrottle.queue.Bypass;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps errors of the agent from the host: counts and logs them, and opens the gate for a time when they are frequent.
 *
 * <p>One error lets one call pass unpaced. {@value #MOST_ERRORS} within ten seconds mean that something is broken: then
 * everything passes for {@link #FIRST_PERIOD}, and for twice as long each time that it happens again soon, up to
 * {@link #LONGEST_PERIOD}; the same where the controller does not work. At most {@value #MOST_OF_A_THREAD} errors of one thread count, so that it takes three
 * threads: one stream with errors goes on unpaced and does not open the gate for others. Thread-safe; never throws.
 */
public final class HostGuard {

    /** How long everything passes at first. */
    static final Duration FIRST_PERIOD = Duration.ofSeconds(30);

    /** How long everything passes at most; after this time without errors, the first period applies again. */
    static final Duration LONGEST_PERIOD = Duration.ofMinutes(10);

    static final int MOST_ERRORS = 100;

    /** The most errors of one thread that count within the ten seconds: it takes three threads to reach a hundred. */
    static final int MOST_OF_A_THREAD = 34;

    private static final long WINDOW_NANOS = 10_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(HostGuard.class);

    private final Bypass gate;
    private final Ticker ticker;
    private final AtomicLong errors = new AtomicLong();
    private final long[] latest = new long[MOST_ERRORS];
    private final long[] threads = new long[MOST_ERRORS];
    private long noted;
    private boolean opened;
    private long periods;
    private long periodNanos;
    private long sinceNanos;

    HostGuard(Bypass gate, Ticker ticker) {
        this.gate = gate;
        this.ticker = ticker;
    }

    /** Records an error of the agent that the host must not see. */
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
            if (thick() && openGate()) {
                LOG.error(
                        "hdfs-throttle failed {} times within 10 s on several threads: everything passes unpaced for {} s",
                        MOST_ERRORS,
                        figures().passesFor().toSeconds());
            }
        } catch (Throwable again) {
            // For example out of memory while logging: no error of the handling may reach the host.
            openGate();
        }
    }

    /** Lets everything pass for a time: a thread without which nothing goes on does not work. Never throws. */
    void passForATime(String why) {
        if (openGate()) {
            LOG.error(
                    "{}: everything passes unpaced for {} s",
                    why,
                    figures().passesFor().toSeconds());
        }
    }

    /** Opens the gate; true if it was closed until now. Allocates nothing. */
    private synchronized boolean openGate() {
        if (opened || gate.isOpen()) {
            return false;
        }
        long now = ticker.nanos();
        boolean soon = periods > 0 && now - sinceNanos < LONGEST_PERIOD.toNanos();
        periodNanos = soon ? Math.min(2 * periodNanos, LONGEST_PERIOD.toNanos()) : FIRST_PERIOD.toNanos();
        sinceNanos = now;
        periods++;
        opened = true;
        gate.openForATime();
        return true;
    }

    /** Whether the period in which everything passes is over; called by the controller each tick. */
    synchronized boolean isPeriodOver() {
        return opened && ticker.nanos() - sinceNanos >= periodNanos;
    }

    /** Ends the period: it takes a hundred new errors to open the gate again. */
    void closeGate() {
        synchronized (this) {
            opened = false;
            noted = 0;
            sinceNanos = ticker.nanos();
            gate.close();
        }
        LOG.warn("hdfs-throttle paces again; if it fails as often again, everything passes for twice as long");
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

    /** The number of errors, and of the periods that they caused. */
    public synchronized Figures figures() {
        long left = opened ? Math.max(0, periodNanos - (ticker.nanos() - sinceNanos)) : 0;
        return new Figures(errors.get(), periods, Duration.ofNanos(left));
    }

    /** Counts of the errors kept from the host. Immutable. */
    public static final class Figures {
        private final long errors;
        private final long passingPeriods;
        private final Duration passesFor;

        Figures(long errors, long passingPeriods, Duration passesFor) {
            this.errors = errors;
            this.passingPeriods = passingPeriods;
            this.passesFor = passesFor;
        }

        /** How many errors there were. */
        public long errors() {
            return errors;
        }

        /** How often they opened the gate. */
        public long passingPeriods() {
            return passingPeriods;
        }

        /** How much longer everything passes because of them; zero if it does not. */
        public Duration passesFor() {
            return passesFor;
        }
    }
}
