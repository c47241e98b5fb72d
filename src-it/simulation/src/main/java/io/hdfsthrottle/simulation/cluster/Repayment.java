package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.credit.Decision;
import io.hdfsthrottle.coordinator.credit.Level;
import io.hdfsthrottle.coordinator.credit.YieldRequest;
import io.hdfsthrottle.simulation.Figure;
import java.util.List;

/**
 * A tenant beside three others, all with unlimited demand: it yields for some hours, then buys all the high priority
 * that its credits pay.
 */
final class Repayment {
    private static final int HOURS = 4;

    /** From then on it has high priority; the others continue. */
    private static final int BUYS = HOURS * DayRun.HOUR;

    private static final int PRICE_OF_MINUTE = 1_500;

    private double earned;
    private double yielded;
    private int seconds;
    private double boosted;

    private Repayment() {}

    /** Credits pay in time, not in bytes: what is repaid is less than what was given up. */
    static List<Figure> of(Level level) {
        Repayment seen = new Repayment();
        DayRun run = DayRun.greedy(DayRun.Acting.CREDITS);
        double left = run.run(BUYS + 2 * DayRun.HOUR, (second, now) -> seen.script(level, second, now))
                .credits
                .standing(run.tenant(0))
                .credits();
        String of = "yields `" + level.label() + "` for " + HOURS + " h, then buys high priority";
        double fair = DayRun.fair();
        double repaid = (seen.boosted - fair) * seen.seconds / ((fair - seen.yielded) * BUYS);
        double lost = Math.abs(seen.earned - seen.seconds / 60 * PRICE_OF_MINUTE - left);
        return List.of(
                Figure.atMost(of, "got, of its share", seen.yielded / fair, 0.6),
                Figure.atLeast(of, "earned, credits", seen.earned, 58_000),
                Figure.atLeast(of, "bought, min", seen.seconds / 60.0, 39),
                Figure.atLeast(of, "got then, of its share", seen.boosted / fair, 2.5),
                Figure.atMost(of, "credits lost or made", lost, 1e-6),
                new Figure(of, "bytes repaid", repaid, 0.3, 0.8));
    }

    private void script(Level level, int second, DayRun now) {
        if (second == 0) {
            YieldRequest request = YieldRequest.of(level.label(), HOURS + "h", now.credits.settings());
            require(now.credits.stepBack(now.tenant(0), request, false));
        } else if (second == BUYS) {
            earned = now.credits.standing(now.tenant(0)).credits();
            yielded = now.bytes(0) / BUYS;
            long minutes = (long) (earned / (now.credits.settings().price().thousandths() / 1e3) / 60);
            seconds = (int) minutes * 60;
            require(now.credits.boost(now.tenant(0), minutes, false));
            boosted = -now.bytes(0);
        } else if (second > BUYS && second == BUYS + seconds) {
            boosted = (boosted + now.bytes(0)) / seconds;
        }
    }

    private static void require(Decision decision) {
        if (!(decision instanceof Decision.Granted)) {
            throw new IllegalStateException("refused: " + decision);
        }
    }
}
