package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.demand.DiskShare;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What tenants had of disks for a day: the sum of all, each tenant on all disks, and each tenant on each disk. Of
 * tenants and of places there are so many at most, those that want most; the others are what is missing in the sums.
 * Only tenants of the policy have a series: nodes invent none. The reports of the sample before are held, for the waits
 * between the two. Not thread-safe.
 */
final class Timeline {
    static final int MOST_TENANTS = 256;
    static final int MOST_PLACES = 768;

    /** The bytes of all its numbers at most, 14 MiB; names take about 1 KiB for each series besides. */
    static final long MOST_BYTES = (1L + MOST_TENANTS + MOST_PLACES) * Series.BYTES;

    private static final long NEVER = Long.MIN_VALUE;

    private final Series all = new Series();
    private final Shelf<Tenant> tenants = new Shelf<>(MOST_TENANTS);
    private final Shelf<Place> places = new Shelf<>(MOST_PLACES);
    private Map<String, UsageReport> before = Map.of();
    private long slot = NEVER;
    private int samples;

    Series all() {
        return all;
    }

    Map<Tenant, Series> tenants() {
        return tenants.kept();
    }

    Map<Place, Series> places() {
        return places.kept();
    }

    /**
     * Adds what nodes reported last.
     *
     * @param now the time, in seconds since 1970
     * @param elapsed since the sample before, in seconds
     * @param known whether the policy has a tenant
     */
    Sample add(long now, double elapsed, Iterable<NodeReport> reports, Predicate<Tenant> known) {
        begin(Math.floorDiv(now, Series.SLOT));
        Map<Tenant, Figures> sums = new HashMap<>();
        Figures others = Figures.ZERO;
        Map<String, UsageReport> seen = new HashMap<>();
        for (NodeReport report : reports) {
            if (!report.answering()) {
                continue;
            }
            UsageReport usage = report.usage();
            seen.put(usage.node(), usage);
            UsageReport earlier = before.get(usage.node());
            Waits waits = Waits.of(earlier == usage ? null : earlier);
            for (VolumeUsage disk : usage.disks()) {
                String name = Place.disk(usage.node(), disk.volume());
                for (TenantUsage each : disk.tenants()) {
                    Figures figures = Figures.of(DiskShare.of(disk, each), waits.since(disk, each) / elapsed);
                    if (known.test(each.tenant())) {
                        sums.merge(each.tenant(), figures, Figures::and);
                        places.add(new Place(each.tenant(), name), figures);
                    } else {
                        others = others.and(figures);
                    }
                }
            }
        }
        before = seen;
        sums.forEach((tenant, figures) -> {
            tenants.add(tenant, figures);
            all.add(figures);
        });
        all.add(others);
        // A new leader has not heard of any node yet, and does not take that for rest.
        samples += seen.isEmpty() ? 0 : 1;
        return new Sample(sums, others);
    }

    private void begin(long next) {
        if (next != slot && samples > 0) {
            all.end(slot, samples, all);
            tenants.end(slot, samples, all);
            places.end(slot, samples, all);
            samples = 0;
        }
        slot = next;
        tenants.begin();
        places.begin();
    }

    /**
     * The series to which belongs what a former leader kept; empty if there is no room for it.
     *
     * @param tenant empty for all tenants
     * @param disk empty for all disks
     */
    Optional<Series> kept(Optional<Tenant> tenant, String disk) {
        if (tenant.isEmpty()) {
            return Optional.of(all);
        }
        return disk.isEmpty() ? tenants.withRoom(tenant.get()) : places.withRoom(new Place(tenant.get(), disk));
    }
}
