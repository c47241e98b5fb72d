package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.slot.AppointmentRequest;
import io.hdfsthrottle.coordinator.slot.Decision;
import java.util.List;

/**
 * A tenant that makes appointments constantly for an hour, beside three of the same priority that make none; all have
 * unlimited demand.
 *
 * @param greedy its mean throughput in bytes per second
 * @param least the least throughput among the others
 */
record Greed(double greedy, double least) {
    static final int OTHERS = 3;

    static Greed hour() {
        DayRun run = new DayRun(List.of("greedy", "x", "y", "z"), false, false, true);
        for (int tenant = 0; tenant <= OTHERS; tenant++) {
            run.demand(tenant, Double.POSITIVE_INFINITY);
        }
        DayRun unused = run.run(DayRun.HOUR, (second, now) -> {
            AppointmentRequest wish =
                    AppointmentRequest.of("greedy", now.tenant(0), 100_000_000_000L, "5m", null, false);
            Decision decision = now.slots.request(wish, false);
            if (decision instanceof Decision.Refused refused && refused.reason() == Decision.Reason.OFF) {
                throw new IllegalStateException(refused.sentence());
            }
        });
        double least = Double.POSITIVE_INFINITY;
        for (int tenant = 1; tenant <= OTHERS; tenant++) {
            least = Math.min(least, run.bytes(tenant) / DayRun.HOUR);
        }
        return new Greed(run.bytes(0) / DayRun.HOUR, least);
    }

    /** The throughput of each without appointments. */
    static double fair() {
        return DayRun.DISK * DayRun.DISKS / (OTHERS + 1);
    }
}
