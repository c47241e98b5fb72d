package io.hdfsthrottle.simulation;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * What a run shows.
 *
 * @param error how far the worst tenant is from what weighted max-min gives it of what the disk gave in this very run
 * @param total what the disk gave, as a part of what it gives unthrottled
 * @param reuseMillis until the others use what a tenant left; negative: not within the time that it was away
 * @param returnMillis until it has its share back; negative: not within the time that it stayed
 */
record Cell(double error, double total, int reuseMillis, int returnMillis) {

    private static final double HALF_WINDOW = 0.1;
    private static final double REACHED = 0.95;
    private static final double STEP = 1.0 / Simulation.TICKS_PER_SECOND;

    static Cell of(Scenario scenario, double[] alone, Outcome unthrottled, Outcome outcome) {
        double total = diskGave(scenario, outcome) / diskGave(scenario, unthrottled);
        if (!scenario.hasComingAndGoing()) {
            double[] bytes = sums(scenario, outcome, Scenario.FROM, Scenario.TO, Scenario.TO - Scenario.FROM);
            return new Cell(worst(bytes, entitled(scenario, alone, bytes)), total, 0, 0);
        }
        double stays = Scenario.STAYS_SECONDS;
        double cycle = Scenario.CYCLE_SECONDS;
        double[] together = sums(scenario, outcome, cycle + 1, cycle + stays, cycle);
        double[] entitled = entitled(scenario, alone, together);
        int comer = 0;
        while (!scenario.parties().get(comer).comesAndGoes()) {
            comer++;
        }
        int who = comer;
        double disk = sum(sums(scenario, unthrottled, cycle + 1, cycle + stays, cycle));
        int reuse = reached(cycle - stays, at -> {
            double[] around = around(scenario, outcome, cycle + stays + at);
            return sum(around) - around[who] >= REACHED * disk;
        });
        int back = reached(stays, at -> around(scenario, outcome, cycle + at)[who] >= REACHED * entitled[who]);
        return new Cell(worst(together, entitled), total, reuse, back);
    }

    private static double diskGave(Scenario scenario, Outcome outcome) {
        return IntStream.range(0, scenario.parties().size())
                .filter(i -> scenario.parties().get(i).usesDisk())
                .mapToDouble(i -> outcome.bytes(i, Scenario.FROM, Scenario.TO))
                .sum();
    }

    /** The worse of both, figure by figure. */
    Cell worst(Cell other) {
        return new Cell(
                Math.max(error, other.error),
                Math.min(total, other.total),
                later(reuseMillis, other.reuseMillis),
                later(returnMillis, other.returnMillis));
    }

    private static int later(int one, int other) {
        return one < 0 || other < 0 ? -1 : Math.max(one, other);
    }

    private static int reached(double within, DoublePredicate there) {
        for (double at = 0; at < within - HALF_WINDOW; at += STEP) {
            if (there.test(at)) {
                return (int) Math.round(at * 1000);
            }
        }
        return -1;
    }

    private static double[] around(Scenario scenario, Outcome outcome, double at) {
        return sums(scenario, outcome, at - HALF_WINDOW, at + HALF_WINDOW, Scenario.CYCLE_SECONDS);
    }

    /** What each sent a second between these moments, and between the same moments of every later cycle. */
    private static double[] sums(Scenario scenario, Outcome outcome, double from, double to, double cycle) {
        double[] rates = new double[scenario.parties().size()];
        int cycles = 0;
        for (double later = 0; to + later <= Scenario.TO; later += cycle) {
            cycles++;
            for (int i = 0; i < rates.length; i++) {
                rates[i] += outcome.bytes(i, from + later, to + later);
            }
        }
        for (int i = 0; i < rates.length; i++) {
            rates[i] /= cycles * (to - from);
        }
        return rates;
    }

    /** Weighted max-min on each disk; whoever does not use any is due what it reads alone. */
    private static double[] entitled(Scenario scenario, double[] alone, double[] rates) {
        double[] entitled = alone.clone();
        for (int volume = 0; volume < scenario.volumes(); volume++) {
            int number = volume;
            int[] there = IntStream.range(0, alone.length)
                    .filter(i -> scenario.parties().get(i).volume() == number
                            && scenario.parties().get(i).usesDisk())
                    .toArray();
            List<Demand> demands = new ArrayList<>();
            double gave = 0;
            for (int i : there) {
                Rate most = Rate.ofBytesPerSecond((long) alone[i]);
                demands.add(Demand.of(scenario.parties().get(i).weight(), Rate.ZERO, Rate.UNLIMITED, most));
                gave += rates[i];
            }
            List<Entitlement> entitlements =
                    ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) gave), demands);
            for (int i = 0; i < there.length; i++) {
                entitled[there[i]] = entitlements.get(i).due().bytesPerSecond();
            }
        }
        return entitled;
    }

    private static double worst(double[] rates, double[] entitled) {
        double worst = 0;
        for (int i = 0; i < rates.length; i++) {
            worst = Math.max(worst, Math.abs(rates[i] / entitled[i] - 1));
        }
        return worst;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
