package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Whether the disks are quiet enough to move files. Quiet begins after contention was below a threshold for a time
 * without interruption, and ends with the first observation above a higher one.
 *
 * @param quiet whether they are quiet
 * @param since the time since which contention has been below the lower threshold, monotonic, in nanoseconds; empty if
 *     it is not
 * @param looked when it was observed, likewise
 * @param contention the observed value, 0 to 1; NaN if nothing is known
 */
public record Quiet(boolean quiet, OptionalLong since, long looked, double contention) {
    /** Nothing is known. */
    public static final Quiet UNKNOWN = new Quiet(false, OptionalLong.empty(), 0, Double.NaN);

    /** After a gap this long between observations, the state in between is unknown. */
    private static final Duration BLIND = Duration.ofSeconds(10);

    /**
     * The part of disk capacity in demand, 0 to 1: the mean over the disks of nodes that answer, where a disk for which
     * a tenant waits counts as 1. What HDFS moves by itself belongs to no tenant and is not included. NaN if no disk is
     * known.
     *
     * @param forecast the forecast demand of tenants in the next seconds, in bytes per second; 0 for none
     */
    public static double contention(ClusterDemand demand, double forecast) {
        int disks = 0;
        double busy = 0;
        double capacity = 0;
        for (NodeDemand node : demand.nodes()) {
            if (node.answering()) {
                for (VolumeUsage volume : node.volumes()) {
                    disks++;
                    busy += busy(volume);
                    capacity +=
                            (double) volume.capacity().map(Rate::bytesPerSecond).orElse(0L);
                }
            }
        }
        if (disks == 0) {
            return Double.NaN;
        }
        return Math.max(busy / disks, capacity > 0 ? Math.min(1, forecast / capacity) : 0);
    }

    private static double busy(VolumeUsage volume) {
        double rate = 0;
        for (TenantUsage usage : volume.tenants()) {
            if (usage.backlogged()) {
                return 1;
            }
            rate += (double) usage.rate().bytesPerSecond();
        }
        double capacity = (double) volume.capacity().map(Rate::bytesPerSecond).orElse(0L);
        return rate <= 0 ? 0 : capacity <= 0 ? 1 : Math.min(1, rate / capacity);
    }

    /**
     * The state after another observation.
     *
     * @param seen the observed contention; NaN if nothing is known
     * @param nanos when, monotonic
     */
    public Quiet next(double seen, long nanos, TierSettings settings) {
        boolean blind = Double.isNaN(contention) || nanos - looked > BLIND.toNanos();
        if (quiet && !blind && seen <= settings.above()) {
            return new Quiet(true, since, nanos, seen);
        }
        // Also true for NaN.
        if (!(seen < settings.below())) {
            return new Quiet(false, OptionalLong.empty(), nanos, seen);
        }
        long from = blind ? nanos : since.orElse(nanos);
        return new Quiet(nanos - from >= settings.quietFor().toNanos(), OptionalLong.of(from), nanos, seen);
    }

    /** Why no file moves, for users. */
    String why(TierSettings settings) {
        if (Double.isNaN(contention)) {
            return "no DataNode reports its disks";
        }
        if (since.isEmpty()) {
            return "the disks are busy: contention " + digits(contention) + ", and tiers.quiet.below is "
                    + digits(settings.below());
        }
        return "the disks have been quiet for "
                + Duration.ofNanos(looked - since.getAsLong()).toSeconds() + " s of "
                + settings.quietFor().toSeconds() + " s";
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
