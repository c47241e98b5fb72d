package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many streams a node has, and what they move, in the mean of the last seconds. A tenant with a limit is left out:
 * enforcing is meant to slow it. By Little's law, the streams divided by what they move are the mean time in which a
 * stream moves a byte, whether it waits for the disk, a processor, the network or the scheduler; think times of clients
 * are in it, on all nodes alike.
 *
 * @param streams open streams
 * @param rate bytes per second; transferred, not charged: so the same in every mode
 * @param errors of the hook since it was compared first
 * @param reads the times of the long reads that ended since then, those of about the last half minute
 * @param last the last report
 * @param nanos when that came, monotone, in nanoseconds
 */
record Pace(double streams, double rate, long errors, ReadTimes reads, UsageReport last, long nanos) {
    private static final double SECONDS = 5;

    /** A read may take seconds: more of them have to be known. */
    private static final double SECONDS_OF_READS = 30;

    private static final double NANOS = 1e9;

    /** With the first report of a node. */
    static Pace of(UsageReport first, long nanos) {
        return new Pace(streams(first), Double.NaN, 0, ReadTimes.NONE, first, nanos);
    }

    /** With another report; the same if it is none. */
    @SuppressWarnings("ReferenceEquality") // of one report, not of two that are equal
    Pace and(UsageReport next, long nextNanos) {
        if (next == last || nextNanos <= nanos) {
            return this;
        }
        double seconds = (nextNanos - nanos) / NANOS;
        double part = 1 - Math.exp(-seconds / SECONDS);
        double moved = moved(last, next) / seconds;
        return new Pace(
                streams + part * (streams(next) - streams),
                isKnown() ? rate + part * (moved - rate) : moved,
                errors + more(last.faults().errors(), next.faults().errors()),
                reads.fadedTo(
                        Math.exp(-seconds / SECONDS_OF_READS), next.reads().since(last.reads())),
                next,
                nextNanos);
    }

    /** Whether anything is known of what it moves. */
    boolean isKnown() {
        return !Double.isNaN(rate);
    }

    /** A node that started anew counts from 0. */
    private static long more(long before, long now) {
        return now >= before ? now - before : now;
    }

    private static double streams(UsageReport usage) {
        double streams = 0;
        for (VolumeUsage disk : usage.disks()) {
            for (TenantUsage tenant : disk.tenants()) {
                streams += tenant.limit().isUnlimited() ? tenant.streams() : 0;
            }
        }
        return streams;
    }

    /** What moved between two reports: of the tenants on volumes that both have, and where the count did not fall. */
    private static double moved(UsageReport before, UsageReport now) {
        Map<List<String>, Long> known = new HashMap<>();
        for (VolumeUsage volume : before.volumes()) {
            volume.tenants().forEach(each -> known.put(key(volume, each), each.bytes()));
        }
        double moved = 0;
        for (VolumeUsage volume : now.volumes()) {
            for (TenantUsage tenant : volume.tenants()) {
                Long was = known.get(key(volume, tenant));
                if (was != null && tenant.limit().isUnlimited()) {
                    moved += Math.max(0, tenant.bytes() - was);
                }
            }
        }
        return moved;
    }

    private static List<String> key(VolumeUsage volume, TenantUsage tenant) {
        return List.of(volume.volume(), tenant.tenant().name());
    }
}
