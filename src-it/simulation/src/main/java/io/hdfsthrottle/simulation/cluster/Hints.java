package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.credit.YieldRequest;
import io.hdfsthrottle.coordinator.slot.AppointmentRequest;
import io.hdfsthrottle.coordinator.slot.AppointmentState;
import io.hdfsthrottle.coordinator.slot.Decision.Made;
import io.hdfsthrottle.simulation.cluster.DayRun.Acting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Four jobs that begin to read at the same time: a small sum, a load that can wait, a search without hints, and a long
 * count. With hints, the first two make appointments, and the long one yields.
 *
 * @param seconds how long each read, from its first byte to its last
 * @param loaded when the load was done, in seconds from the beginning
 * @param credits the credits that the long one earned
 */
record Hints(List<Integer> seconds, int loaded, double credits) {
    static final List<String> JOBS = List.of("checksum", "load", "grep", "count");

    /** 200 MB, 500 MB, 3 GB and 12 GB of a disk of 100 MB/s, scaled to the capacity of these disks. */
    private static final double[] BYTES = {900e6, 2_250e6, 13_500e6, 54_000e6};

    static final int DEADLINE = 20;

    /** All nodes have reported to the coordinator by then. */
    private static final int BEGIN = 10;

    private static final int LONGEST = 400;

    /** Rates are whole bytes a second: a completed read may leave this many bytes. */
    private static final double NOTHING = 1_000;

    static Hints of(boolean appointments, boolean yields) {
        int jobs = JOBS.size();
        int[] begun = new int[jobs];
        int[] ended = new int[jobs];
        double[] credits = new double[1];
        long[] called = new long[1];
        Acting acting = yields ? Acting.CREDITS_AND_SLOTS : appointments ? Acting.SLOTS : Acting.NOTHING;
        DayRun unused = new DayRun(JOBS, acting).run(LONGEST, (second, now) -> {
            if (second == BEGIN && appointments) {
                Made sum = made(now, 0, false);
                begun[0] = sum.slices() == 0 ? BEGIN : LONGEST;
                called[0] = made(now, 1, true).appointment().id();
            }
            if (second == BEGIN && yields) {
                now.credits.stepBack(now.tenant(3), YieldRequest.of("low", "1h", now.credits.settings()), false);
            }
            for (int job = 0; job < jobs && second >= BEGIN; job++) {
                boolean waits = job == 1 && appointments && begun[1] == 0 && waits(now, called[0]);
                begun[job] = begun[job] == 0 && !waits ? second : begun[job];
                double left = BYTES[job] - now.bytes(job);
                if (left <= NOTHING && ended[job] == 0) {
                    ended[job] = second;
                }
                now.demand(job, waits || left <= NOTHING ? 0 : left / DayRun.DISKS);
            }
            credits[0] = Math.max(
                    credits[0], yields ? now.credits.standing(now.tenant(3)).credits() : 0);
        });
        if (Arrays.stream(ended).anyMatch(second -> second == 0)) {
            throw new IllegalStateException("not all were read in " + LONGEST + " s: " + Arrays.toString(ended));
        }
        List<Integer> seconds = IntStream.range(0, jobs)
                .mapToObj(job -> ended[job] - begun[job])
                .toList();
        return new Hints(seconds, ended[1] - BEGIN, credits[0]);
    }

    private static Made made(DayRun run, int job, boolean callback) {
        var wish = AppointmentRequest.of(
                JOBS.get(job), run.tenant(job), (long) BYTES[job], DEADLINE + "s", null, callback);
        return (Made) run.slots.request(wish, false);
    }

    private static boolean waits(DayRun run, long slot) {
        Optional<AppointmentState> standing = run.slots.standing(slot);
        return standing.isPresent() && standing.get().state().equals("waiting");
    }
}
