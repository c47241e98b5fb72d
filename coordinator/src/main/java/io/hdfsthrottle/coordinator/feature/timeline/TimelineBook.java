package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.node.Run;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the timeline of the current term, stored for the next leader each minute together with what applications did:
 * what is lost with a leader is a minute at most, and the slots of ten seconds. It is loaded after the term has begun,
 * which waits for none of it. Opened, closed, ended and read by any thread, updated by one; no reader waits for
 * ZooKeeper.
 */
final class TimelineBook {
    private static final Logger LOG = LoggerFactory.getLogger(TimelineBook.class);
    private static final double NANOS = 1e9;

    /** The least time between two samples, in seconds. */
    private static final double SHORTEST = 0.1;

    private final SnapshotStore store;
    private final ActivityBook activities;

    /** Held by who loads or stores; no reader waits for it. */
    private final Object storing = new Object();

    private Page page = new Page(null);

    /** What belongs to one term. */
    private static final class Page {
        private final Term term;
        private final Timeline timeline = new Timeline();
        private Sample sample = Sample.NOTHING;
        private OptionalLong sampledNanos = OptionalLong.empty();
        private boolean loaded;

        /** The first minute since 1970 that is not stored; that of the first sample at first. */
        private OptionalLong nextMinute = OptionalLong.empty();

        Page(Term term) {
            this.term = term;
        }
    }

    /** @param activities of applications, which are stored, and loaded, with the timeline */
    TimelineBook(SnapshotStore store, ActivityBook activities) {
        this.store = store;
        this.activities = activities;
    }

    synchronized void open(Term term) {
        page = new Page(term);
    }

    synchronized void close() {
        page = new Page(null);
    }

    /** What tenants had of all disks at the last sample. */
    synchronized Sample sample() {
        return page.sample;
    }

    /** Reads the timeline. */
    synchronized <R> R read(Function<Timeline, R> reading) {
        return reading.apply(page.timeline);
    }

    /**
     * Takes a sample, and stores each minute that has ended; nothing while closed.
     *
     * @param now the time of day, in seconds since 1970
     * @param nanos the time, monotone, in nanoseconds
     * @param known whether the policy has a tenant
     * @throws NotStored if it cannot be stored or loaded now, which the next sample tries again
     */
    void next(long now, long nanos, List<NodeReport> reports, Predicate<Tenant> known) {
        Page present = add(now, nanos, reports, known);
        if (present.term == null) {
            return;
        }
        synchronized (storing) {
            if (!present.loaded) {
                load(present, now);
            }
            long minute = Math.floorDiv(now, Series.MINUTE);
            if (present.nextMinute.isEmpty()) {
                present.nextMinute = OptionalLong.of(minute);
            } else if (minute != present.nextMinute.getAsLong()) {
                keep(present, minute, now);
            }
        }
    }

    /** Stores what is known of the minute under way, too, before this coordinator ends on purpose. */
    void end(long now) {
        Page present = present();
        synchronized (storing) {
            if (present.term != null && present.loaded) {
                try {
                    keep(present, Math.floorDiv(now, Series.MINUTE) + 1, now);
                } catch (NotStored lost) {
                    LOG.warn("The last minute of the timeline is lost: {}", lost.getMessage());
                }
            }
        }
    }

    private synchronized Page present() {
        return page;
    }

    private synchronized Page add(long now, long nanos, List<NodeReport> reports, Predicate<Tenant> known) {
        if (page.term != null) {
            double elapsed = (nanos - page.sampledNanos.orElse(nanos)) / NANOS;
            Sample sample = page.timeline.add(now, Math.max(elapsed, SHORTEST), reports, known);
            page.sample = sample.after(page.sample);
            page.sampledNanos = OptionalLong.of(nanos);
        }
        return page;
    }

    private void load(Page present, long now) {
        Map<Long, byte[]> quarters = new TreeMap<>(Comparator.reverseOrder()); // the latest take their places first
        store.load(Quarter.concerns()).forEach((concern, stored) -> {
            try {
                long quarter = Quarter.number(stored);
                if (Quarter.isOfDay(quarter, now) && Quarter.concern(quarter).equals(concern)) {
                    quarters.put(quarter, stored);
                }
            } catch (IOException strange) {
                LOG.warn("The {} is left out: {}", concern, strange.getMessage());
            }
        });
        quarters.forEach((quarter, stored) -> {
            try {
                read(present, stored, now).forEach(activities::restore);
            } catch (IOException strange) {
                LOG.warn("The {} is left out: {}", Quarter.concern(quarter), strange.getMessage());
            }
        });
        present.loaded = true;
    }

    private synchronized List<Run> read(Page present, byte[] stored, long now) throws IOException {
        return Quarter.read(stored, present.timeline, now);
    }

    /** Stores the quarters of the minutes that have ended before that one. */
    private void keep(Page present, long minute, long now) {
        long last = Quarter.of(minute - 1);
        long first = Math.max(Quarter.of(present.nextMinute.orElse(minute)), last - 1);
        for (long quarter = Math.min(first, last); quarter <= last; quarter++) {
            Duration lately = Duration.ofSeconds(Math.max(0, now - quarter * Quarter.MINUTES * Series.MINUTE));
            Runs runs = Runs.of(now, activities.runs(lately));
            byte[] written;
            synchronized (this) {
                written = Quarter.write(present.timeline, runs, quarter, minute);
            }
            store.write(present.term, Quarter.concern(quarter), written);
        }
        present.nextMinute = OptionalLong.of(minute);
    }
}
