package io.hdfsthrottle.simulation;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The results of a run. A figure that does not apply to a scenario is NaN.
 *
 * @param error the worst tenant's deviation from its weighted max-min share of what the disk did in this very run
 * @param total the throughput of tenants that use the disk, as a fraction of their uncontrolled throughput
 * @param random a random reader's throughput, as a fraction of its due
 * @param request the time of a request, as a multiple of its time alone and uncontrolled
 * @param reuse milliseconds until other tenants use what a tenant left
 * @param back milliseconds until a returning tenant has its share
 */
record Figures(double error, double total, double random, double request, double reuse, double back) {

    /** Reactions are judged by this time before an instant, in seconds: none is detected sooner than it happened. */
    private static final double TRAILING = 0.2;

    private static final double REACHED = 0.95;
    private static final double NEVER = 9_999;
    private static final double SETTLED = 1;

    /** On a disk that seeks, quanta last up to 100 ms: a tenant with less than this fraction of its time gets few. */
    private static final double FEW_QUANTA = 0.1;

    /** The figures of a run, compared with an uncontrolled one and with each tenant alone. */
    static Figures of(
            Device device, Scenario scenario, Run run, Run uncontrolled, List<Run> alone, List<Run> aloneUncontrolled) {
        List<Party> parties = scenario.parties();
        int count = parties.size();
        boolean onlyStreams = parties.stream().map(Party::load).noneMatch(load -> load.isRandom() || load.isRequest());
        boolean bySeconds = device.seeks() && !onlyStreams;
        boolean inCycles = parties.stream().anyMatch(Party::comesAndGoes);
        double[] got = each(count, i -> rate(inCycles, (from, to) -> run.of(i).amount(bySeconds, from, to)));
        double[] wanted = each(count, i -> {
            double seen = rate(inCycles, run.of(i)::bytes);
            double wants = Math.max(seen, wanted(device, parties.get(i).load(), alone.get(i)));
            return bySeconds && seen > 0 ? wants * got[i] / seen : wants;
        });
        double[] due = due(parties, got, wanted);
        double all = DoubleStream.of(got).sum();
        double random = of(parties, party -> party.load().isRandom(), i -> got[i] / due[i]);
        boolean totalBySeconds = bySeconds && !Double.isNaN(random);
        return new Figures(
                of(parties, party -> onlyStreams, i -> Math.abs(got[i] / due[i] - 1)),
                total(parties, run, totalBySeconds) / total(parties, uncontrolled, totalBySeconds),
                random,
                of(
                        parties,
                        party -> party.load().isRequest(),
                        i -> run.of(i).meanMillis()
                                / aloneUncontrolled.get(i).of(0).meanMillis()),
                of(
                        parties,
                        Party::comesAndGoes,
                        comer -> reaction(
                                Scenario.STAYS,
                                Scenario.CYCLE - Scenario.STAYS,
                                at -> IntStream.range(0, count)
                                                .filter(i -> i != comer)
                                                .mapToDouble(i -> run.of(i).amount(bySeconds, at - TRAILING, at))
                                                .sum()
                                        >= REACHED * all * TRAILING)),
                of(
                        parties,
                        Party::comesAndGoes,
                        comer -> reaction(
                                Scenario.CYCLE,
                                Scenario.STAYS,
                                at -> run.of(comer).amount(bySeconds, at - TRAILING, at)
                                        >= REACHED * due[comer] * TRAILING)));
    }

    private static double[] each(int count, IntToDoubleFunction figure) {
        return IntStream.range(0, count).mapToDouble(figure).toArray();
    }

    /** The worst figure of tenants of a kind; NaN if there are none. */
    private static double of(List<Party> parties, Predicate<Party> kind, IntToDoubleFunction figure) {
        return IntStream.range(0, parties.size())
                .filter(i -> kind.test(parties.get(i)))
                .mapToDouble(figure)
                .max()
                .orElse(Double.NaN);
    }

    /** The rate in the same period of every cycle, or all the time. */
    private static double rate(boolean inCycles, ToDoubleBiFunction<Double, Double> amount) {
        double from = Scenario.FROM + (inCycles ? SETTLED : 0);
        double to = inCycles ? Scenario.FROM + Scenario.STAYS : Scenario.TO;
        double sum = 0;
        int cycles = 0;
        for (double later = 0; to + later <= Scenario.TO; later += inCycles ? Scenario.CYCLE : Scenario.TO) {
            sum += amount.applyAsDouble(from + later, to + later);
            cycles++;
        }
        return sum / cycles / (to - from);
    }

    /**
     * A tenant's demand in bytes a second: what it gets alone. For a random reader that must wait for others, what it
     * gets if another tenant's packet is in service at each request: no order of service avoids that.
     */
    private static double wanted(Device device, Load load, Run alone) {
        double rate = rate(false, alone.of(0)::bytes);
        return load.isRandom() ? 1 / (1 / rate + 1 / device.bytesPerSecond()) : rate;
    }

    private static double total(List<Party> parties, Run run, boolean bySeconds) {
        return IntStream.range(0, parties.size())
                .filter(i -> parties.get(i).load().usesDisk())
                .mapToDouble(i -> run.of(i).amount(bySeconds, Scenario.FROM, Scenario.TO))
                .sum();
    }

    private static double[] due(List<Party> parties, double[] got, double[] wanted) {
        double gave = 0;
        List<Demand> demands = new ArrayList<>();
        for (int i = 0; i < got.length; i++) {
            boolean usesDisk = parties.get(i).load().usesDisk();
            gave += usesDisk ? got[i] : 0;
            Rate most = Rate.ofBytesPerSecond(usesDisk ? (long) wanted[i] : 0);
            demands.add(Demand.of(parties.get(i).weight(), Rate.ZERO, Rate.UNLIMITED, most));
        }
        List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) gave), demands);
        return each(
                got.length,
                i -> parties.get(i).load().usesDisk() ? due.get(i).due().bytesPerSecond() : wanted[i]);
    }

    /** The worst reaction time of all cycles, in milliseconds. */
    private static double reaction(double first, double within, DoublePredicate reached) {
        double worst = 0;
        for (double began = Scenario.FROM + first; began + within <= Scenario.TO; began += Scenario.CYCLE) {
            double after = TRAILING;
            while (after < within && !reached.test(began + after)) {
                after += Tally.MILLIS / 1000.0;
            }
            worst = Math.max(worst, after < within ? 1000 * after : NEVER);
        }
        return worst;
    }

    /** The worse of both, figure by figure. */
    Figures worse(Figures other) {
        return new Figures(
                Math.max(error, other.error),
                Math.min(total, other.total),
                Math.min(random, other.random),
                Math.max(request, other.request),
                Math.max(reuse, other.reuse),
                Math.max(back, other.back));
    }

    /** What the production scheduler must reach. RATIONALE.md says why bars differ. */
    Stream<Figure> withBars(Device device, Scenario scenario) {
        String of = device.name() + ": " + scenario.name();
        boolean isArray = device.arms() > 1;
        boolean inShortSpans = !Double.isNaN(back); // only few quanta fit
        boolean isShared = scenario.parties().size() > 1 && Double.isNaN(random); // otherwise no order could save seeks
        boolean isCoarse =
                inShortSpans || (device.seeks() && (scenario.isOneThreadEach() || scenario.leastShare() < FEW_QUANTA));
        double mostError = isArray && scenario.isOneThreadEach() ? 0.1 : (isCoarse ? 2 : 1) * device.mostError();
        double unshared = device.isRestless() ? 0.95 : 0.99;
        double leastRandom = isArray ? 0.08 : device.isRestless() ? 0.85 : device.places() > 0 ? 0.8 : 0.9;
        return Stream.of(
                Figure.atMost(of, "error", error, mostError),
                Figure.atLeast(
                        of, "total", total, isShared ? device.leastTotal() : Math.min(unshared, device.leastTotal())),
                Figure.atLeast(of, "random", random, leastRandom),
                Figure.atMost(of, "request", request, isArray ? 7 : 2.5),
                Figure.atMost(of, "reuse, ms", reuse, device.isRestless() ? 2_000 : 300),
                Figure.atMost(of, "return, ms", back, 300));
    }

    /** What shows that without the scheduler tenants would not get their due. */
    Stream<Figure> uncontrolled(Device device, Scenario scenario) {
        String of = device.name() + ": " + scenario.name();
        return Stream.of(
                Figure.atLeast(
                        of, "uncontrolled: error", error, scenario.parties().size() > 1 ? 0.3 : 0),
                Figure.atMost(of, "uncontrolled: random", random, 0.6),
                Figure.atLeast(of, "uncontrolled: request", request, 5),
                Figure.atLeast(of, "uncontrolled: reuse, ms", reuse, 0),
                Figure.atLeast(of, "uncontrolled: return, ms", back, 0));
    }
}
