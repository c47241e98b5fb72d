package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.credit.Decision;
import io.hdfsthrottle.coordinator.credit.Level;
import io.hdfsthrottle.coordinator.credit.YieldRequest;
import java.util.List;

/**
 * A tenant beside three others, all with unlimited demand: it yields for some hours, and spends the credits it has
 * earned. Rates in MB/s.
 *
 * @param level how far it yielded
 * @param earned its credits then
 * @param yielded its rate meanwhile
 * @param minutes the high priority that it bought
 * @param boosted its rate meanwhile
 * @param left the credits that it did not spend
 */
record Repayment(Level level, double earned, double yielded, long minutes, double boosted, double left) {
    static final int HOURS = 4;
    static final int OTHERS = 3;

    /** From then on it has high priority; the others continue. */
    private static final int BUYS = HOURS * DayRun.HOUR;

    private static final int SECONDS_OF_MINUTE = 60;

    static Repayment of(Level level) {
        double[] seen = new double[4];
        long[] bought = new long[1];
        DayRun run = new DayRun(List.of("yielder", "x", "y", "z"), false, true);
        for (int tenant = 0; tenant <= OTHERS; tenant++) {
            run.demand(tenant, Double.POSITIVE_INFINITY);
        }
        DayRun unused = run.run(BUYS + 2 * DayRun.HOUR, (second, now) -> {
            if (second == 0) {
                require(now.credits.stepBack(
                        now.tenant(0), YieldRequest.of(level.label(), HOURS + "h", now.credits.settings()), false));
            }
            if (second == BUYS) {
                seen[0] = now.credits.standing(now.tenant(0)).credits();
                seen[1] = now.bytes(0) / BUYS / DayRun.MB;
                bought[0] = (long) (seen[0] / (now.credits.settings().price().thousandths() / 1e3) / SECONDS_OF_MINUTE);
                require(now.credits.boost(now.tenant(0), bought[0], false));
                seen[2] = now.bytes(0);
            }
            if (second == BUYS + bought[0] * SECONDS_OF_MINUTE) {
                seen[3] = (now.bytes(0) - seen[2]) / (bought[0] * SECONDS_OF_MINUTE) / DayRun.MB;
            }
        });
        return new Repayment(
                level,
                seen[0],
                seen[1],
                bought[0],
                seen[3],
                run.credits.standing(run.tenant(0)).credits());
    }

    private static void require(Decision decision) {
        if (!(decision instanceof Decision.Granted)) {
            throw new IllegalStateException("refused: " + decision);
        }
    }

    /** Its rate if no tenant yielded. */
    static double fair() {
        return DayRun.DISK * DayRun.DISKS / (OTHERS + 1) / DayRun.MB;
    }

    /** The fraction of the bytes given up that it got back. */
    double repaid() {
        double lost = (fair() - yielded) * BUYS;
        return (boosted - fair()) * minutes * SECONDS_OF_MINUTE / lost;
    }
}
