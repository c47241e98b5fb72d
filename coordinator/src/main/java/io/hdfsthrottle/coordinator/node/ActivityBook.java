package io.hdfsthrottle.coordinator.node;

import com.google.common.math.LongMath;
import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.cause.OperationTime;
import io.hdfsthrottle.coordinator.cause.OperationTime.Interval;
import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each application moved through DataNodes and how long it waited, summed over nodes and volumes. Nodes report
 * both since they first saw the application; each report adds its difference to the node's previous one, or all of it
 * after a restart of the node. Bounded: of applications that are not reported for a while, only the sums are kept. Guarded by its own lock.
 */
public final class ActivityBook {
    /** Maximum number of applications; the least recently reported are removed. */
    static final int MOST_APPLICATIONS = 20_000;

    /** Maximum number of node counters, one for each application on a volume: about 150 bytes each. */
    static final int MOST_PLACES = 100_000;

    /** After this time without a report, an application's node counters are dropped, but not its sums. */
    static final Duration PLACES_KEPT = Duration.ofMinutes(10);

    /** How long after its last report an application can be queried. */
    static final Duration KEPT = Duration.ofHours(24);

    /** The approximate time that one report covers. */
    private static final Duration LEAST_SPAN = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final int mostPlaces;
    private final Map<String, Sum> applications = new HashMap<>();
    private int places;
    private volatile ClusterFacts cluster = ClusterFacts.NONE;

    public ActivityBook(Ticker ticker) {
        this(ticker, MOST_PLACES);
    }

    ActivityBook(Ticker ticker, int mostPlaces) {
        this.ticker = ticker;
        this.mostPlaces = mostPlaces;
    }

    /** Rates are means of about this time. */
    private static final Duration RATE_SPAN = Duration.ofSeconds(5);

    private record Place(String node, String volume, Tenant tenant) {}

    /** What a node counted of an application on a volume, and when it said so. */
    private record Count(long millis, long limited, long bytes, long nanos) {
        /** What was added to that earlier count, or all of this after a restart of the node. */
        Count since(Count before) {
            return millis >= before.millis && bytes >= before.bytes
                    ? new Count(
                            millis - before.millis, Math.max(0, limited - before.limited), bytes - before.bytes, nanos)
                    : this;
        }

        /** Whether it says what was moved lately: nodes report about once a second. */
        boolean isLate(Count before) {
            return nanos - before.nanos > RATE_SPAN.toNanos();
        }
    }

    /**
     * What an application moved.
     *
     * @param bytes read and written, at least: nodes leave lines out, and what they forgot is not known
     * @param rate lately
     */
    public record Moved(long bytes, Rate rate) {
        static final Moved NOTHING = new Moved(0, Rate.ZERO);
    }

    /**
     * What an application did on a volume.
     *
     * @param waited since the node first saw it there
     */
    public record Stay(String node, String volume, Tenant tenant, Duration waited) {}

    /** Sets what is known of the cluster around each disk from now on, by which causes of waits are told apart. */
    public void within(ClusterFacts now) {
        cluster = now;
    }

    public void record(UsageReport usage) {
        synchronized (applications) {
            for (VolumeUsage volume : usage.volumes()) {
                for (ApplicationActivity each : volume.applications()) {
                    record(new Place(usage.node(), volume.volume(), each.tenant()), each, volume);
                }
            }
        }
    }

    private void record(Place place, ApplicationActivity usage, VolumeUsage volume) {
        Sum sum = applications.computeIfAbsent(usage.application(), unused -> new Sum(ticker.nanos(), usage.tenant()));
        Count before = sum.places.get(place);
        Count now = new Count(usage.waited().toMillis(), usage.limited().toMillis(), usage.bytes(), ticker.nanos());
        if (before == null) {
            boolean waited = now.millis() > 0;
            if (places >= (waited ? mostPlaces : mostPlaces / 2)) { // half of the room is for those that waited
                sum.complete &= !waited;
                return;
            }
            places++;
            // The dropped counter may have been added already: then counting restarts from this value.
            if (!sum.trimmed) {
                sum.add(now, true, usage.tenant(), volume);
                sum.spent(now, Duration.ZERO, usage, volume, cluster);
            }
        } else {
            Count more = now.since(before);
            boolean late = now.isLate(before);
            sum.add(more, late, usage.tenant(), volume);
            sum.spent(
                    more,
                    late ? Duration.ZERO : Duration.ofNanos(now.nanos() - before.nanos()),
                    usage,
                    volume,
                    cluster);
        }
        sum.places.put(place, now);
    }

    /** The waiting time of that application; empty if none is known. */
    public Optional<Waiting> waiting(String application) {
        synchronized (applications) {
            return Optional.ofNullable(applications.get(application)).map(Sum::waiting);
        }
    }

    /** Waiting time of that application in milliseconds, summed over its operations. */
    public long waitedMillis(String application) {
        synchronized (applications) {
            Sum sum = applications.get(application);
            return sum == null ? 0 : sum.waited;
        }
    }

    /** What that application moved; nothing of one that no node reported. */
    public Moved moved(String application) {
        synchronized (applications) {
            Sum sum = applications.get(application);
            return sum == null ? Moved.NOTHING : sum.moved(ticker.nanos());
        }
    }

    /** Where that application waited or moved anything lately, those with the longest waits first. */
    public List<Stay> stays(String application) {
        synchronized (applications) {
            Sum sum = applications.get(application);
            return sum == null
                    ? List.of()
                    : sum.places.entrySet().stream()
                            .sorted(Comparator.comparingLong((Map.Entry<Place, Count> each) ->
                                            each.getValue().millis())
                                    .reversed())
                            .map(each -> new Stay(
                                    each.getKey().node(),
                                    each.getKey().volume(),
                                    each.getKey().tenant(),
                                    Duration.ofMillis(each.getValue().millis())))
                            .toList();
        }
    }

    /** What the time of its operations went for, in milliseconds; nothing of one that no node reported. */
    public Map<WaitCause, Double> spent(String application) {
        synchronized (applications) {
            Sum sum = applications.get(application);
            return sum == null ? Map.of() : sum.time.millis();
        }
    }

    /** What each application moves lately. */
    public Map<String, Rate> rates() {
        synchronized (applications) {
            Map<String, Rate> rates = new HashMap<>();
            applications.forEach(
                    (id, sum) -> rates.put(id, sum.moved(ticker.nanos()).rate()));
            return rates;
        }
    }

    /** Removes expired entries; called about once a second. */
    public void expire() {
        long now = ticker.nanos();
        synchronized (applications) {
            for (Iterator<Sum> each = applications.values().iterator(); each.hasNext(); ) {
                Sum sum = each.next();
                if (now - sum.heard > PLACES_KEPT.toNanos() && !sum.places.isEmpty()) {
                    trim(sum);
                }
                if (now - sum.heard > KEPT.toNanos()) {
                    each.remove();
                }
            }
            if (applications.size() > MOST_APPLICATIONS) {
                forgetTheOldest();
            }
        }
    }

    private void trim(Sum sum) {
        places -= sum.places.size();
        sum.places.clear();
        sum.trimmed = true;
    }

    private void forgetTheOldest() {
        List<Map.Entry<String, Sum>> all = new ArrayList<>(applications.entrySet());
        all.sort(Comparator.comparingLong(each -> each.getValue().heard));
        for (Map.Entry<String, Sum> old : all.subList(0, all.size() - MOST_APPLICATIONS)) {
            trim(old.getValue());
            applications.remove(old.getKey());
        }
    }

    /** The sums of one application. Times are in milliseconds, except clock times. */
    private static final class Sum {
        private final Map<Place, Count> places = new HashMap<>();

        /**
         * Waits while its tenant was throttled most of the time: only then is its entitlement its share, not its
         * demand.
         */
        private final WaitReason held = new WaitReason();

        private final WaitReason otherwise = new WaitReason();
        private final OperationTime time = new OperationTime();
        private Tenant tenant;
        private long firstWaited;
        private long lastWaited;
        private long heard;
        private long waited;
        private boolean complete = true;
        private boolean trimmed;
        private long bytes;

        /** The bytes at the begin of the present span, and the rate of the one before. */
        private long bytesBefore;

        private long spanNanos;
        private Rate rate = Rate.ZERO;

        Sum(long now, Tenant tenant) {
            this.spanNanos = now;
            this.heard = now;
            this.firstWaited = now;
            this.lastWaited = now;
            this.tenant = tenant;
        }

        /** @param late whether it is of a time before the present span */
        void add(Count more, boolean late, Tenant of, VolumeUsage volume) {
            long now = more.nanos();
            heard = now;
            moved(now);
            bytes = LongMath.saturatedAdd(bytes, more.bytes());
            if (late) {
                bytesBefore = LongMath.saturatedAdd(bytesBefore, more.bytes());
            }
            if (more.millis() == 0) {
                return;
            }
            tenant = of;
            lastWaited = now;
            waited += more.millis();
            volume.tenants().stream()
                    .filter(each -> each.tenant().equals(of))
                    .findFirst()
                    .ifPresent(each -> (each.backlogged() ? held : otherwise).add(more.millis(), each, volume));
        }

        /** @param span since the report before; zero where that is not known */
        void spent(Count more, Duration span, ApplicationActivity of, VolumeUsage volume, ClusterFacts cluster) {
            volume.tenants().stream()
                    .filter(each -> each.tenant().equals(of.tenant()))
                    .findFirst()
                    .ifPresent(tenant -> time.add(
                            new Interval(
                                    span,
                                    Duration.ofMillis(more.millis()),
                                    Duration.ofMillis(more.limited()),
                                    more.bytes(),
                                    of.streams()),
                            volume,
                            tenant,
                            cluster));
        }

        /** Ends the span when it is long enough. */
        Moved moved(long now) {
            long span = now - spanNanos;
            if (span >= RATE_SPAN.toNanos()) {
                rate = Rate.ofBytesPerSecond(Math.round((bytes - bytesBefore) * 1e9 / span));
                bytesBefore = bytes;
                spanNanos = now;
            }
            return new Moved(bytes, rate);
        }

        Waiting waiting() {
            Duration span = waited == 0
                    ? Duration.ZERO
                    : Duration.ofNanos(lastWaited - firstWaited).plus(LEAST_SPAN);
            Waiting waiting = (held.isKnown() ? held : otherwise).waiting(tenant, Duration.ofMillis(waited), span);
            return complete ? waiting : waiting.atLeast();
        }
    }
}
