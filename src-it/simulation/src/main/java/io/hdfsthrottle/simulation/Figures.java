package io.hdfsthrottle.simulation;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * The results of a run. A figure that does not apply to a scenario is NaN.
 *
 * @param error the worst tenant's deviation from its weighted max-min share of what the disk did in this very run
 * @param total the throughput of tenants that use the disk, as a fraction of their uncontrolled throughput
 * @param random a random reader's throughput, as a fraction of its due
 * @param request the time of a request, as a multiple of its time alone and uncontrolled
 * @param reuseMillis until other tenants use what a tenant left
 * @param returnMillis until a returning tenant has its share
 */
record Figures(double error, double total, double random, double request, double reuseMillis, double returnMillis) {

    /**
     * Reactions are judged by the bytes moved in this time before an instant, so none is detected sooner than it
     * happened.
     */
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
        boolean onlyStreams = parties.stream()
                .noneMatch(party -> party.load().isRandom() || party.load().isRequest());
        boolean bySeconds = device.seeks() && !onlyStreams;
        Span span = parties.stream().anyMatch(Party::comesAndGoes)
                ? new Span(Scenario.FROM + SETTLED, Scenario.FROM + Scenario.STAYS_SECONDS, Scenario.CYCLE_SECONDS)
                : new Span(Scenario.FROM, Scenario.TO, Scenario.TO);
        double[] got = new double[parties.size()];
        double[] wanted = new double[parties.size()];
        for (int i = 0; i < got.length; i++) {
            int party = i;
            got[i] = span.rate((from, to) -> amount(run, party, bySeconds, from, to));
            double seen = span.rate((from, to) -> run.bytes(party, from, to));
            double wants = Math.max(seen, wanted(device, parties.get(i).load(), alone.get(i)));
            wanted[i] = bySeconds && seen > 0 ? wants * got[i] / seen : wants;
        }
        double[] due = due(parties, got, wanted);
        double error = Double.NaN;
        double random = Double.NaN;
        double request = Double.NaN;
        double reuse = Double.NaN;
        double back = Double.NaN;
        for (int i = 0; i < got.length; i++) {
            Load load = parties.get(i).load();
            if (onlyStreams) {
                error = Math.max(Double.isNaN(error) ? 0 : error, Math.abs(got[i] / due[i] - 1));
            }
            if (load.isRandom()) {
                random = got[i] / due[i];
            }
            if (load.isRequest()) {
                request = run.meanMillis(i) / aloneUncontrolled.get(i).meanMillis(0);
            }
            if (parties.get(i).comesAndGoes()) {
                int comer = i;
                double all = sum(got);
                reuse = reaction(
                        Scenario.FROM + Scenario.STAYS_SECONDS,
                        Scenario.CYCLE_SECONDS - Scenario.STAYS_SECONDS,
                        at -> others(run, comer, got.length, bySeconds, at - TRAILING, at) >= REACHED * all * TRAILING);
                back = reaction(
                        Scenario.FROM + Scenario.CYCLE_SECONDS,
                        Scenario.STAYS_SECONDS,
                        at -> amount(run, comer, bySeconds, at - TRAILING, at) >= REACHED * due[comer] * TRAILING);
            }
        }
        double total = bySeconds && !Double.isNaN(random)
                ? sum(got) / sum(parties, uncontrolled)
                : total(parties, run, Scenario.FROM, Scenario.TO)
                        / total(parties, uncontrolled, Scenario.FROM, Scenario.TO);
        return new Figures(error, total, random, request, reuse, back);
    }

    /**
     * A tenant's demand in bytes a second: what it gets alone. For a random reader that must wait for others, what it
     * gets if another tenant's packet is in service at each request: no order of service avoids that.
     */
    private static double wanted(Device device, Load load, Run alone) {
        double rate = alone.bytes(0, Scenario.FROM, Scenario.TO) / (Scenario.TO - Scenario.FROM);
        return load.isRandom() ? 1 / (1 / rate + 1 / device.bytesPerSecond()) : rate;
    }

    private static double amount(Run run, int party, boolean bySeconds, double from, double to) {
        return bySeconds ? 1e9 * run.diskSeconds(party, from, to) : run.bytes(party, from, to);
    }

    private static double total(List<Party> parties, Run run, double from, double to) {
        double sum = 0;
        for (int i = 0; i < parties.size(); i++) {
            sum += parties.get(i).load().usesDisk() ? run.bytes(i, from, to) : 0;
        }
        return sum;
    }

    private static double others(Run run, int but, int parties, boolean bySeconds, double from, double to) {
        double sum = 0;
        for (int i = 0; i < parties; i++) {
            sum += i == but ? 0 : amount(run, i, bySeconds, from, to);
        }
        return sum;
    }

    private static double sum(double[] rates) {
        double sum = 0;
        for (double rate : rates) {
            sum += rate;
        }
        return sum;
    }

    private static double sum(List<Party> parties, Run uncontrolled) {
        double sum = 0;
        for (int i = 0; i < parties.size(); i++) {
            sum += amount(uncontrolled, i, true, Scenario.FROM, Scenario.TO) / (Scenario.TO - Scenario.FROM);
        }
        return sum;
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
        List<Entitlement> entitlements =
                ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) gave), demands);
        double[] due = new double[got.length];
        for (int i = 0; i < due.length; i++) {
            due[i] =
                    parties.get(i).load().usesDisk() ? entitlements.get(i).due().bytesPerSecond() : wanted[i];
        }
        return due;
    }

    /** The worst reaction time of all cycles, in milliseconds. */
    private static double reaction(double first, double within, DoublePredicate reached) {
        double worst = 0;
        for (double began = first; began + within <= Scenario.TO; began += Scenario.CYCLE_SECONDS) {
            double after = TRAILING;
            while (after < within && !reached.test(began + after)) {
                after += Run.MILLIS / 1000.0;
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
                Math.max(reuseMillis, other.reuseMillis),
                Math.max(returnMillis, other.returnMillis));
    }

    /** The bars that these figures miss on that disk, in words. */
    List<String> misses(Device device, Scenario scenario) {
        List<String> misses = new ArrayList<>();
        boolean inShortSpans = !Double.isNaN(returnMillis); // only few quanta fit
        boolean isShared = scenario.parties().size() > 1 && Double.isNaN(random); // otherwise no order could save seeks
        boolean isCoarse =
                inShortSpans || (device.seeks() && (scenario.isOneThreadEach() || scenario.leastShare() < FEW_QUANTA));
        boolean hasBar = device.arms() == 1 || !scenario.isOneThreadEach();
        bar(misses, "error", error, hasBar && error > (isCoarse ? 2 : 1) * device.mostError());
        bar(misses, "total", total, total < (isShared ? device.leastTotal() : Math.min(0.99, device.leastTotal())));
        bar(misses, "random reader", random, device.arms() == 1 && random < (device.places() > 0 ? 0.8 : 0.9));
        bar(misses, "request", request, device.arms() == 1 && request > 2.5);
        bar(misses, "reuse", reuseMillis, reuseMillis > 300);
        bar(misses, "return", returnMillis, returnMillis > 300);
        return misses;
    }

    private static void bar(List<String> misses, String name, double figure, boolean missed) {
        if (missed) {
            misses.add(name + " " + figure);
        }
    }

    /** The same period of every cycle. */
    private record Span(double from, double to, double cycle) {

        double rate(Amount amount) {
            double sum = 0;
            int cycles = 0;
            for (double later = 0; to + later <= Scenario.TO; later += cycle) {
                sum += amount.between(from + later, to + later);
                cycles++;
            }
            return sum / cycles / (to - from);
        }
    }

    @FunctionalInterface
    private interface Amount {
        double between(double from, double to);
    }
}
