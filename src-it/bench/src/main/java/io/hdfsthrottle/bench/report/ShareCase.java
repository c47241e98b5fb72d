package io.hdfsthrottle.bench.report;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/** Tenants that use one disk, each one's due share of the total, and the disk's speed in each window, in turn. */
public record ShareCase(String name, DiskKind disk, List<Contender> contenders, List<Double> speeds) {

    public static final double BUSY_ERROR = 2; // percent that a share may be off beside busy processes
    public static final double BUSY_TOTAL = 98; // percent of what HDFS gives beside them

    private static final double MANY_BYTES = 200 * (128 << 10); // with less, one piece is half a percent

    /** Each of a tenant's threads reads its own part, or small pieces at random positions, or writes files. */
    public enum Work {
        READS,
        READS_ANYWHERE,
        WRITES
    }

    /** One tenant; {@code wanted} is {@link Rate#UNLIMITED} for unlimited demand. */
    public record Contender(int weight, int threads, Work work, Rate wanted) {

        public static Contender reading(int weight, int threads) {
            return new Contender(weight, threads, Work.READS, Rate.UNLIMITED);
        }

        public boolean isRandom() {
            return work == Work.READS_ANYWHERE;
        }

        /** Whether it reads sequentially, with limited demand. */
        public boolean isSlow() {
            return work == Work.READS && !wanted.equals(Rate.UNLIMITED);
        }
    }

    private record Shares(
            double totalMBps,
            double diskMBps,
            double worstErrorPercent,
            List<Double> gotMBps,
            List<Double> dueMBps,
            List<Double> percentOfDue,
            List<Double> errorPercent) {}

    public static ShareCase of(String name, DiskKind disk, List<Contender> contenders) {
        return new ShareCase(name, disk, contenders, List.of(1.0));
    }

    public static ShareCase backlogged(String name, List<Integer> weights, List<Integer> threads) {
        List<Contender> all = numbered(weights.size(), i -> Contender.reading(weights.get(i), threads.get(i)));
        return of(name, DiskKind.STEADY, all);
    }

    /** The same on such a disk, and at these speeds of it. */
    public ShareCase on(DiskKind other, List<Double> others) {
        return new ShareCase(name, other, contenders, others);
    }

    /** The same with a tenant whose demand is now known. */
    public ShareCase wanting(int tenant, double rate) {
        List<Contender> others = new ArrayList<>(contenders);
        Contender known = others.get(tenant);
        Rate wanted = Rate.ofBytesPerSecond((long) rate);
        others.set(tenant, new Contender(known.weight(), known.threads(), known.work(), wanted));
        return new ShareCase(name, disk, others, speeds);
    }

    /**
     * The same with a random reader whose rate alone was measured. On a disk with an arm it kept that busy all the
     * time; tenants share time, so it is due its part of what it got. Elsewhere it left most of the disk's time unused,
     * and is due all of it.
     */
    public ShareCase randomAlone(int tenant, double alone) {
        double weights = contenders.stream().mapToInt(Contender::weight).sum();
        double part = disk == DiskKind.SEEKING ? contenders.get(tenant).weight() / weights : 1;
        return wanting(tenant, alone * part);
    }

    /** What each tenant is due when they get this total. */
    public List<Double> due(double total) {
        List<Demand> demands = contenders.stream()
                .map(each -> Demand.of(each.weight(), Rate.ZERO, Rate.UNLIMITED, each.wanted()))
                .toList();
        return each(
                ShareAlgorithm.weightedMaxMin().divide(Rate.ofBytesPerSecond((long) total), demands),
                entitlement -> entitlement.due().bytesPerSecond());
    }

    /** A tenant's deviation from its due, in percent of that; what a random reader misses of its own is the others'. */
    public double errorPercent(int tenant, List<Double> rates) {
        ShareCase known = this;
        for (int i = 0; i < rates.size(); i++) {
            Contender contender = contenders.get(i);
            if (contender.isRandom() && rates.get(i) < contender.wanted().bytesPerSecond()) {
                known = known.wanting(i, rates.get(i));
            }
        }
        return Math.abs(known.gotPercent(tenant, rates) - 100);
    }

    public double gotPercent(int tenant, List<Double> rates) {
        return rates.get(tenant) / due(Statistics.total(rates)).get(tenant) * 100;
    }

    /** The deviation of the worst tenant, in percent; of a random reader, from all its due. */
    public double worstErrorPercent(List<Double> rates) {
        return Statistics.largest(ofAll(
                i -> contenders.get(i).isRandom() ? Math.abs(gotPercent(i, rates) - 100) : errorPercent(i, rates)));
    }

    private List<Double> ofAll(IntToDoubleFunction figure) {
        return numbered(contenders.size(), figure::applyAsDouble);
    }

    /** A tenant's permitted deviation from its due, in percent, in a window in which that many bytes are its due. */
    public double mostErrorPercent(double dueBytes) {
        if (disk == DiskKind.SEEKING) {
            return 2;
        }
        boolean writes = contenders.stream().anyMatch(each -> each.work() == Work.WRITES);
        return writes || dueBytes < MANY_BYTES ? 1 : 0.5;
    }

    /**
     * Adds figures and bars of windows with the hook beside those without it, on a disk of so many bytes a second. Busy
     * processes may keep HDFS from that rate: beside them the hook is held against what HDFS gives there, only.
     */
    public Outcome judge(
            Outcome outcome, String under, List<Window> off, List<Window> on, double diskRate, boolean isBusy) {
        outcome.figure(under + ", uncontrolled", figures(off)).figure(under + ", controlled", figures(on));
        Map<Double, Double> worstByLimit = new TreeMap<>();
        for (int i = 0; i < contenders.size(); i++) {
            int tenant = i;
            if (contenders.get(i).isRandom()) {
                String due = under + ": random reader, percent of its due";
                outcome.atLeast(due, each(on, window -> gotPercent(tenant, window.rates())), 90);
            } else {
                // The strictest window's: the shortest, in which the least is due, has the widest limit.
                ToDoubleFunction<Window> limit =
                        window -> mostErrorPercent(due(window.total()).get(tenant) * window.seconds());
                List<Double> limits = each(on, window -> isBusy ? BUSY_ERROR : limit.applyAsDouble(window));
                List<Double> errors = each(on, window -> errorPercent(tenant, window.rates()));
                worstByLimit.merge(Statistics.smallest(limits), Statistics.largest(errors), Math::max);
            }
        }
        worstByLimit.forEach((limit, worst) ->
                outcome.atMost(under + ": worst error of those within " + limit + ", percent", worst, limit));
        boolean seeks = disk == DiskKind.SEEKING;
        double total = Window.leastTotalPercent(Window.totals(on), Window.totals(off));
        double rate = seeks || speeds.size() > 1 ? Double.NaN : diskRate;
        double least = isBusy ? BUSY_TOTAL : seeks ? 100 : 99;
        return outcome.atLeast(under + ": total, percent of uncontrolled", total, least)
                .bars(Validity.of(under + ": ", off, on, rate, isBusy));
    }

    public Figures figures(List<Window> windows) {
        return Figures.of(windows.stream()
                .map(window -> new Shares(
                        window.total() / MEGA,
                        window.moved() / MEGA,
                        worstErrorPercent(window.rates()),
                        each(window.rates(), rate -> rate / MEGA),
                        each(due(window.total()), rate -> rate / MEGA),
                        ofAll(i -> gotPercent(i, window.rates())),
                        ofAll(i -> errorPercent(i, window.rates()))))
                .toList());
    }
}
