package io.hdfsthrottle.coordinator.tier;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Whether the disks are quiet enough to move files. Quiet begins after contention was below a threshold for a time without interruption, and ends with the first look
 * that is above a higher one.
 *
 * @param quiet whether they are
 * @param since since when contention has been below the lower threshold, monotone, in nanoseconds; nothing if it is not
 * @param looked when it was looked at, likewise
 * @param contention what was seen, 0 to 1; NaN if nothing is known
 */
public record Quiet(boolean quiet, OptionalLong since, long looked, double contention) {
    /** Nothing is known. */
    public static final Quiet UNKNOWN = new Quiet(false, OptionalLong.empty(), 0, Double.NaN);

    /** After so long without an observation, what happened meanwhile is not known. */
    private static final Duration BLIND = Duration.ofSeconds(10);

    /**
     * How much of what disks can do is wanted, 0 to 1: the mean over the disks of nodes that answer, where one counts as 1 for which somebody waits. What HDFS moves by
     * itself is nobody's and not in it. NaN where no disk is known.
     *
     * @param forecast what is forecast that tenants will want in the next seconds, in bytes per second; 0 for nothing
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
     * After another look.
     *
     * @param seen the contention that was seen; NaN if nothing is known
     * @param nanos when, monotone
     */
    public Quiet next(double seen, long nanos, TierSettings settings) {
        boolean blind = Double.isNaN(contention) || nanos - looked > BLIND.toNanos();
        if (quiet && !blind && seen <= settings.above()) {
            return new Quiet(true, since, nanos, seen);
        }
        // Also for NaN, which is below nothing.
        if (!(seen < settings.below())) {
            return new Quiet(false, OptionalLong.empty(), nanos, seen);
        }
        long from = blind ? nanos : since.orElse(nanos);
        return new Quiet(nanos - from >= settings.quietFor().toNanos(), OptionalLong.of(from), nanos, seen);
    }

    /** Why nothing moves, for people. */
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
