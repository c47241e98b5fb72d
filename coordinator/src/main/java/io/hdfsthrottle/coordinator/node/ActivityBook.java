package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.node.ActivitySum.Count;
import io.hdfsthrottle.coordinator.node.ActivitySum.Place;
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
import java.util.function.Function;

/**
 * What each application moved through DataNodes and how long it waited, summed over nodes and volumes. Nodes report
 * both since they first saw the application; each report adds its difference to the node's previous one, or all of it
 * after a restart of the node. Bounded: of applications that are not reported for a while, only the sums are kept, with
 * which later runs of the same program are compared. Guarded by its own lock.
 */
public final class ActivityBook {
    /** Maximum number of applications; the least recently reported are removed. */
    static final int MOST_APPLICATIONS = 20_000;

    /** Maximum number of node counters, one for each application on a volume: about 150 bytes each. */
    static final int MOST_PLACES = 100_000;

    /** After this time without a report, an application's node counters are dropped, but not its sums. */
    static final Duration PLACES_KEPT = Duration.ofMinutes(10);

    /** How long after its last report an application can be queried: a weekly one can be compared with its last run. */
    static final Duration KEPT = Duration.ofDays(8);

    /** How many earlier runs one is compared with. */
    private static final int EARLIER = 3;

    private final Ticker ticker;
    private final int mostPlaces;
    private final Map<String, ActivitySum> applications = new HashMap<>();
    private int places;
    private volatile ClusterFacts cluster = ClusterFacts.NONE;

    public ActivityBook(Ticker ticker) {
        this(ticker, MOST_PLACES);
    }

    ActivityBook(Ticker ticker, int mostPlaces) {
        this.ticker = ticker;
        this.mostPlaces = mostPlaces;
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

    /** What an application did on a volume since the node first saw it there. */
    public record Stay(String node, String volume, Tenant tenant, Duration waited) {}

    /** Sets what is known of the cluster around each disk from now on, by which causes of waits are told apart. */
    public void within(ClusterFacts now) {
        cluster = now;
    }

    public void record(UsageReport usage) {
        synchronized (applications) {
            for (VolumeUsage volume : usage.volumes()) {
                for (ApplicationActivity each : volume.applications()) {
                    Place place = new Place(usage.node(), volume.volume(), each.tenant());
                    record(place, Count.of(each, usage.faults().stalledMillis(), ticker.nanos()), each, volume);
                }
            }
        }
    }

    private void record(Place place, Count now, ApplicationActivity usage, VolumeUsage volume) {
        String id = usage.application();
        ActivitySum sum = applications.computeIfAbsent(id, first -> new ActivitySum(id, now.nanos(), usage.tenant()));
        Count before = sum.places.get(place);
        if (before == null) {
            boolean waited = now.millis() > 0;
            if (places >= (waited ? mostPlaces : mostPlaces / 2)) { // half of the room is for those that waited
                sum.complete &= !waited;
                return;
            }
            places++;
            // The dropped counter may have been added already: then counting restarts from this value.
            if (!sum.trimmed) {
                sum.add(now, true, Duration.ZERO, usage, volume, cluster);
            }
        } else {
            boolean late = now.isLate(before);
            Duration span = late ? Duration.ZERO : Duration.ofNanos(now.nanos() - before.nanos());
            sum.add(now.since(before), late, span, usage, volume, cluster);
        }
        sum.places.put(place, now);
        sum.heard = now.nanos();
    }

    private <T> T of(String application, T unknown, Function<ActivitySum, T> what) {
        synchronized (applications) {
            ActivitySum sum = applications.get(application);
            return sum == null ? unknown : what.apply(sum);
        }
    }

    /** The waiting time of that application; empty if none is known. */
    public Optional<Waiting> waiting(String application) {
        return of(application, Optional.empty(), sum -> Optional.of(sum.waiting()));
    }

    /** Waiting time of that application in milliseconds, summed over its operations. */
    public long waitedMillis(String application) {
        return of(application, 0L, sum -> sum.waited);
    }

    /** What that application moved; nothing of one that no node reported. */
    public Moved moved(String application) {
        return of(application, Moved.NOTHING, sum -> sum.moved(ticker.nanos()));
    }

    /** Where that application waited or moved anything lately, those with the longest waits first. */
    public List<Stay> stays(String application) {
        return of(application, List.of(), sum -> sum.places.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Place, Count> each) ->
                                each.getValue().millis())
                        .reversed())
                .map(each -> new Stay(
                        each.getKey().node(),
                        each.getKey().volume(),
                        each.getKey().tenant(),
                        Duration.ofMillis(each.getValue().millis())))
                .toList());
    }

    /** What the time of its operations went for, in milliseconds; nothing of one that no node reported. */
    public Map<WaitCause, Double> spent(String application) {
        return of(application, Map.of(), sum -> sum.time.millis());
    }

    /** Says what application that is, again and again while it lives. */
    public void named(String application, Run.Name name) {
        synchronized (applications) {
            ActivitySum sum = applications.get(application);
            if (sum == null) {
                return;
            }
            if (sum.isOfOther(name)) {
                applications.put(key(application, sum.name.orElseThrow()), sum);
                sum = sum.next(ticker.nanos());
                applications.put(application, sum);
            }
            sum.name = Optional.of(name);
        }
    }

    /** Of a run whose id was used again; no id has a blank. */
    private static String key(String application, Run.Name name) {
        return application + " " + name.since();
    }

    /** Every run whose name is known, and which moved anything or waited within that time. */
    public List<Run> runs(Duration lately) {
        synchronized (applications) {
            long now = ticker.nanos();
            return applications.values().stream()
                    .filter(sum -> sum.wasActive(lately, now))
                    .flatMap(sum -> sum.run(now).stream())
                    .toList();
        }
    }

    /**
     * The run of that application, if its name is known, and then the last ones of the same program, which ended before
     * it began.
     */
    public List<Run> runs(String application) {
        List<Run> runs = new ArrayList<>();
        synchronized (applications) {
            long now = ticker.nanos();
            ActivitySum sum = applications.get(application);
            Optional<Run> own = sum == null ? Optional.empty() : sum.run(now);
            own.ifPresent(run -> {
                runs.add(run);
                applications.values().stream()
                        .filter(each -> each != sum && each.isOfSameProgram(run.name()))
                        .flatMap(each -> each.run(now).stream())
                        .filter(each -> each.ended().compareTo(run.began()) >= 0)
                        .sorted(Comparator.comparing(Run::ended))
                        .limit(EARLIER)
                        .forEach(runs::add);
            });
        }
        return runs;
    }

    /** Takes over what another coordinator knew of a run. */
    public void restore(Run run) {
        synchronized (applications) {
            long now = ticker.nanos();
            ActivitySum present = applications.get(run.application());
            String key = present != null && present.isOfOther(run.name())
                    ? key(run.application(), run.name())
                    : run.application();
            ActivitySum known = applications.get(key);
            if (known == null || !known.knows(run, now)) {
                ActivitySum sum = known == null
                        ? new ActivitySum(run.application(), now, run.waited().tenant())
                        : known;
                places -= sum.trim();
                sum.restore(run, now);
                applications.put(key, sum);
            }
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
            for (Iterator<ActivitySum> each = applications.values().iterator(); each.hasNext(); ) {
                ActivitySum sum = each.next();
                if (now - sum.heard > PLACES_KEPT.toNanos() && !sum.places.isEmpty()) {
                    places -= sum.trim();
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

    private void forgetTheOldest() {
        List<Map.Entry<String, ActivitySum>> all = new ArrayList<>(applications.entrySet());
        all.sort(Comparator.comparingLong(each -> each.getValue().heard));
        for (Map.Entry<String, ActivitySum> old : all.subList(0, all.size() - MOST_APPLICATIONS)) {
            places -= old.getValue().trim();
            applications.remove(old.getKey());
        }
    }
}
