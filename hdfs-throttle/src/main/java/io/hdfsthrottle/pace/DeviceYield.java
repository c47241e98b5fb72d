package io.hdfsthrottle.pace;

import io.hdfsthrottle.unit.Rate;
import java.util.List;

/** What a disk gives, by what everybody moved. Used by the controller's thread alone. */
final class DeviceYield {

    /** The least that a disk is taken to give, so that positions stay finite. */
    private static final double LEAST = 1 << 20;

    /** How fast what a trial brought to light is forgotten, if it does not last: over a second and a half. */
    private static final double FORGETTING = 0.03;

    private final RecentRate recent = new RecentRate();
    private final SteadyRate lately = new SteadyRate();
    private final SteadyRate steady = new SteadyRate();
    private double expected;

    void observe(List<TenantLoad> loads, double elapsedSeconds) {
        if (elapsedSeconds <= 0) {
            return;
        }
        double rate = loads.stream().mapToDouble(TenantLoad::movedInTick).sum() / elapsedSeconds;
        recent.add(rate);
        lately.add(rate);
        steady.add(rate);
        expected += (recent.mean() - expected) * FORGETTING;
    }

    /** What it gives, in bytes per second over the last seconds; at least 1 MiB. */
    Rate capacity() {
        return Rate.ofBytesPerSecond((long) Math.max(lately.mean(), LEAST));
    }

    /** What it can give: what the last trial brought to light, unless that did not last. */
    Rate expected() {
        return Rate.ofBytesPerSecond((long) Math.max(expected, LEAST));
    }

    /** More came to light: what it gives at this moment. */
    void gaveMore() {
        expected = recent.mean();
    }

    /** What it gave over the last 400 ms, in bytes per second. */
    double recent() {
        return recent.mean();
    }

    /** What it gave over the last seconds, as long as everything was as it is, in bytes per second. */
    SteadyRate steady() {
        return steady;
    }
}
