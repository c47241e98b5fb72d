package io.hdfsthrottle.simulation;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of a scenario on a disk, the worst of some seeds; RATIONALE.md says why bars differ. */
final class Report {
    static final int SEEDS = 3;

    /** Reactions are judged by this time before an instant, in seconds: none is detected sooner than it happened. */
    private static final double TRAILING = 0.2;

    private static final double REACHED = 0.95;

    private final Device device;
    private final Scenario scenario;
    private final List<Party> parties;
    private final List<Tenant> alone;
    private final List<Tenant> aloneUncontrolled;
    private final boolean hasRandom;
    private final boolean onlyStreams;
    private final boolean bySeconds;
    private final boolean inCycles;

    private Report(Device device, Scenario scenario, Map<Object, Tenant> known) {
        this.device = device;
        this.scenario = scenario;
        this.parties = scenario.parties();
        this.alone = alone(true, known);
        this.aloneUncontrolled = alone(false, known);
        this.hasRandom = parties.stream().anyMatch(Party::isRandom);
        this.onlyStreams = !hasRandom && parties.stream().noneMatch(Party::isRequest);
        this.bySeconds = device.seeks() && !onlyStreams;
        this.inCycles = parties.stream().anyMatch(Party::comesAndGoes);
    }

    private List<Tenant> alone(boolean byLaw, Map<Object, Tenant> known) {
        Stream<Scenario> each = parties.stream().map(Scenario::alone);
        return each.map(alone -> known.computeIfAbsent(
                        List.of(alone, byLaw), unused -> new Run(device, alone, byLaw, 1).tenants.get(0)))
                .toList();
    }

    static List<Figure> of(List<Device> devices, List<Scenario> scenarios, int seeds) {
        return devices.parallelStream()
                .flatMap(device -> {
                    Map<Object, Tenant> known = new HashMap<>();
                    return scenarios.stream()
                            .flatMap(scenario -> new Report(device, scenario, known).figures(seeds).stream());
                })
                .toList();
    }

    private List<Figure> figures(int seeds) {
        Found law = null;
        Found uncontrolled = null;
        for (int seed = 1; seed <= seeds; seed++) {
            List<Tenant> arrival = new Run(device, scenario, false, seed).tenants;
            law = found(new Run(device, scenario, true, seed).tenants, arrival).worse(law);
            uncontrolled = found(arrival, arrival).worse(uncontrolled);
        }
        String of = device.name() + ": " + scenario.name();
        boolean isArray = device.arms() > 1;
        boolean isAlone = parties.size() == 1;
        // Only few quanta fit into short spans, or, where they last up to 100 ms, into a seventh of the time.
        boolean isCoarse = inCycles || (device.seeks() && (scenario.isOneThreadEach() || scenario.leastShare() < 0.15));
        // Some hundred streams have a few quanta each in all that time.
        boolean isCrowded =
                device.seeks() && parties.stream().mapToInt(Party::threads).sum() > 100;
        double mostError =
                isArray && scenario.isOneThreadEach() ? 0.1 : (isCrowded ? 3 : isCoarse ? 2 : 1) * device.mostError();
        // No order could save the seeks of one alone, or of a random reader.
        double leastTotal =
                isAlone ? device.isRestless() ? 0.95 : 0.99 : hasRandom ? device.isRestless() ? 0.95 : 0.97 : 1;
        if (scenario.isModest() && device.seeks()) {
            // Each piece of it is a seek of its own, and it is awaited at times; without the scheduler it reads ahead.
            leastTotal = device.isRestless() ? 0.63 : 0.88;
        }
        double leastRandom = isAlone ? 0.99 : device.leastRandom();
        return List.of(
                Figure.atMost(of, "error", law.error, mostError),
                Figure.atLeast(of, "total", law.total, Math.min(leastTotal, device.leastTotal())),
                Figure.atLeast(of, "random", law.random, leastRandom),
                Figure.atMost(of, "request", law.request, isArray ? 7 : 2.5),
                Figure.atMost(of, "reuse, ms", law.reuse, device.isRestless() ? 2_000 : 300),
                Figure.atMost(of, "return, ms", law.back, 300),
                // Without the scheduler tenants would not get their due.
                Figure.atLeast(of, "uncontrolled: error", uncontrolled.error, isAlone || scenario.isModest() ? 0 : 0.3),
                Figure.atMost(of, "uncontrolled: random", uncontrolled.random, isAlone ? 1.01 : 0.6),
                Figure.atLeast(of, "uncontrolled: request", uncontrolled.request, 5),
                Figure.atLeast(of, "uncontrolled: reuse, ms", uncontrolled.reuse, 0),
                Figure.atLeast(of, "uncontrolled: return, ms", uncontrolled.back, 0));
    }

    /** What does not apply to a scenario is NaN; reactions are in milliseconds. */
    private record Found(double error, double total, double random, double request, double reuse, double back) {
        Found worse(Found other) {
            return other == null
                    ? this
                    : new Found(
                            Math.max(error, other.error),
                            Math.min(total, other.total),
                            Math.min(random, other.random),
                            Math.max(request, other.request),
                            Math.max(reuse, other.reuse),
                            Math.max(back, other.back));
        }
    }

    private Found found(List<Tenant> run, List<Tenant> uncontrolled) {
        double[] got = each(i -> rate(run.get(i), bySeconds, inCycles));
        double[] wanted = each(i -> {
            double seen = rate(run.get(i), false, inCycles);
            double itself = rate(alone.get(i), false, false);
            // If another's packet is in service whenever a random reader asks, no order of service avoids that.
            double beside = parties.get(i).isRandom() ? 1 / (1 / itself + 1 / device.bytesPerSecond()) : itself;
            double wants = Math.max(seen, beside);
            return bySeconds && seen > 0 ? wants * got[i] / seen : wants;
        });
        double[] due = due(got, wanted);
        double all = REACHED * DoubleStream.of(got).sum();
        // Disks serve random reads in any order, some faster than in the order of arrival.
        boolean totalBySeconds = bySeconds && hasRandom && parties.size() > 1;
        return new Found(
                worst(party -> onlyStreams, i -> Math.abs(got[i] / due[i] - 1)),
                total(run, totalBySeconds) / total(uncontrolled, totalBySeconds),
                worst(Party::isRandom, i -> got[i] / due[i]),
                worst(
                        Party::isRequest,
                        i -> run.get(i).meanMillis() / aloneUncontrolled.get(i).meanMillis()),
                worst(Party::comesAndGoes, comer -> {
                    List<Tenant> others = new ArrayList<>(run);
                    others.remove(comer);
                    return reaction(Scenario.STAYS, Scenario.CYCLE - Scenario.STAYS, at -> lately(others, at) >= all);
                }),
                worst(Party::comesAndGoes, comer -> {
                    List<Tenant> itself = List.of(run.get(comer));
                    double most = REACHED * due[comer];
                    return reaction(Scenario.CYCLE, Scenario.STAYS, at -> lately(itself, at) >= most);
                }));
    }

    private double[] each(IntToDoubleFunction figure) {
        return IntStream.range(0, parties.size()).mapToDouble(figure).toArray();
    }

    /** The worst figure of tenants of a kind; NaN if there are none. */
    private double worst(Predicate<Party> kind, IntToDoubleFunction figure) {
        IntStream these = IntStream.range(0, parties.size()).filter(i -> kind.test(parties.get(i)));
        return these.mapToDouble(figure).max().orElse(Double.NaN);
    }

    /** The rate in the same period of every cycle, or all the time. */
    private double rate(Tenant tally, boolean bySeconds, boolean inCycles) {
        double from = Scenario.FROM + (inCycles ? 1 : 0);
        double to = inCycles ? Scenario.FROM + Scenario.STAYS : scenario.to();
        double sum = 0;
        int cycles = 0;
        for (double later = 0; to + later <= scenario.to(); later += inCycles ? Scenario.CYCLE : scenario.to()) {
            sum += tally.amount(bySeconds, from + later, to + later);
            cycles++;
        }
        return sum / cycles / (to - from);
    }

    private double total(List<Tenant> run, boolean inSeconds) {
        return IntStream.range(0, parties.size())
                .filter(i -> parties.get(i).usesDisk())
                .mapToDouble(i -> run.get(i).amount(inSeconds, Scenario.FROM, scenario.to()))
                .sum();
    }

    private double[] due(double[] got, double[] wanted) {
        double gave = 0;
        List<Demand> demands = new ArrayList<>();
        for (int i = 0; i < got.length; i++) {
            boolean usesDisk = parties.get(i).usesDisk();
            gave += usesDisk ? got[i] : 0;
            Rate most = Rate.ofBytesPerSecond(usesDisk ? (long) wanted[i] : 0);
            demands.add(Demand.of(parties.get(i).weight(), Rate.ZERO, Rate.UNLIMITED, most));
        }
        List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) gave), demands);
        return each(i -> parties.get(i).usesDisk() ? due.get(i).due().bytesPerSecond() : wanted[i]);
    }

    /** Their rate together just before an instant. */
    private double lately(List<Tenant> some, double at) {
        return some.stream()
                        .mapToDouble(each -> each.amount(bySeconds, at - TRAILING, at))
                        .sum()
                / TRAILING;
    }

    /** The worst reaction time of all cycles, in milliseconds. */
    private double reaction(double first, double within, DoublePredicate reached) {
        double worst = 0;
        for (double began = Scenario.FROM + first; began + within <= scenario.to(); began += Scenario.CYCLE) {
            double after = TRAILING;
            while (after < within && !reached.test(began + after)) {
                after += Tenant.STEP;
            }
            worst = Math.max(worst, after < within ? 1000 * after : 9_999);
        }
        return worst;
    }
}
