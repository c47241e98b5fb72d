package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.ApplicationUsage;
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
 * Total waiting time of each application, summed over nodes and volumes. Nodes report cumulative waits since they first
 * saw the application; each report adds its difference to the node's previous one, or all of it after a restart of the
 * node. Bounded: of applications that are not reported for a while, only the sums are kept. Guarded by its own lock.
 */
public final class WaitBook {
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

    public WaitBook(Ticker ticker) {
        this(ticker, MOST_PLACES);
    }

    WaitBook(Ticker ticker, int mostPlaces) {
        this.ticker = ticker;
        this.mostPlaces = mostPlaces;
    }

    private record Place(String node, String volume, Tenant tenant) {}

    public void record(UsageReport usage) {
        synchronized (applications) {
            for (VolumeUsage volume : usage.volumes()) {
                for (ApplicationUsage each : volume.applications()) {
                    record(new Place(usage.node(), volume.volume(), each.tenant()), each, volume);
                }
            }
        }
    }

    private void record(Place place, ApplicationUsage usage, VolumeUsage volume) {
        Sum sum = applications.computeIfAbsent(usage.application(), unused -> new Sum(ticker.nanos(), usage.tenant()));
        Long before = sum.places.get(place);
        long now = usage.waited().toMillis();
        if (before == null) {
            if (places >= mostPlaces) {
                sum.complete = false;
                return;
            }
            places++;
            // The dropped counter may have been added already: then counting restarts from this value.
            sum.add(sum.trimmed ? 0 : now, usage.tenant(), volume, ticker.nanos());
        } else {
            sum.add(now >= before ? now - before : now, usage.tenant(), volume, ticker.nanos());
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
        private final Map<Place, Long> places = new HashMap<>();

        /**
         * Waits while its tenant was throttled most of the time: only then is its entitlement its share, not its
         * demand.
         */
        private final WaitReason held = new WaitReason();

        private final WaitReason otherwise = new WaitReason();
        private Tenant tenant;
        private long firstWaited;
        private long lastWaited;
        private long heard;
        private long waited;
        private boolean complete = true;
        private boolean trimmed;

        Sum(long now, Tenant tenant) {
            this.heard = now;
            this.firstWaited = now;
            this.lastWaited = now;
            this.tenant = tenant;
        }

        void add(long millis, Tenant of, VolumeUsage volume, long now) {
            heard = now;
            if (millis == 0) {
                return;
            }
            tenant = of;
            lastWaited = now;
            waited += millis;
            volume.tenants().stream()
                    .filter(each -> each.tenant().equals(of))
                    .findFirst()
                    .ifPresent(each -> (each.backlogged() ? held : otherwise).add(millis, each, volume));
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
