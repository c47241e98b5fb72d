package io.hdfsthrottle.pace;

import io.hdfsthrottle.unit.Rate;
import java.util.List;

/**
 * What a disk gives: what everybody moved, and what it counts itself. Shares are divided of the former, and of a disk that they do not
 * fill alone that is less. The latter is far smoother: a tenant is charged for a piece of readahead at one instant, while the disk is
 * busy with it. Used by the controller's thread alone.
 */
final class DeviceYield {

    /** The least that a disk is taken to give, so that positions stay finite. */
    private static final double LEAST = 1 << 20;

    /** How fast what a trial brought to light is forgotten, if it does not last: over a second and a half. */
    private static final double FORGETTING = 0.03;

    private final RecentRate charged = new RecentRate();
    private final SteadyRate chargedLately = new SteadyRate();
    private final RecentRate counted = new RecentRate();
    private final SteadyRate countedLately = new SteadyRate();
    private double expected;

    /**
     * Takes note of a tick.
     *
     * @param diskBytes what the disk says it read and wrote, in bytes
     */
    void observe(List<TenantLoad> loads, long diskBytes, double elapsedSeconds) {
        if (elapsedSeconds <= 0) {
            return;
        }
        double rate = loads.stream().mapToDouble(TenantLoad::movedInTick).sum() / elapsedSeconds;
        charged.add(rate);
        chargedLately.add(rate);
        counted.add(diskBytes / elapsedSeconds);
        countedLately.add(diskBytes / elapsedSeconds);
        expected += (charged.mean() - expected) * FORGETTING;
    }

    /** What everybody moves, in bytes per second over the last seconds; at least 1 MiB. */
    Rate capacity() {
        return Rate.ofBytesPerSecond((long) Math.max(chargedLately.mean(), LEAST));
    }

    /** What they can move: what the last trial brought to light, unless that did not last. */
    Rate expected() {
        return Rate.ofBytesPerSecond((long) Math.max(expected, LEAST));
    }

    /** More came to light: what they move at this moment. */
    void gaveMore() {
        expected = charged.mean();
    }

    /** What everybody moved over the last 400 ms, in bytes per second. */
    double charged() {
        return charged.mean();
    }

    /** What the disk counted over the last 400 ms, in bytes per second. */
    double counted() {
        return counted.mean();
    }

    /** What the disk counted over the last seconds, as long as everything was as it is, in bytes per second. */
    SteadyRate countedLately() {
        return countedLately;
    }
}
