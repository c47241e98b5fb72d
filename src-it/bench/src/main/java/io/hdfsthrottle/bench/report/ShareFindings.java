package io.hdfsthrottle.bench.report;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * The figures of one case of shares on one disk at one speed.
 *
 * @param name of the case, with the disk if there are several
 * @param uncontrolled windows without control
 * @param controlled windows with it, in the same run
 * @param charge the basis of the hook's charge for reads then
 * @param hookErrors how many errors the hook had caught by then
 */
public record ShareFindings(
        String name,
        ShareCase sharing,
        List<Window> uncontrolled,
        List<Window> controlled,
        String charge,
        long hookErrors) {

    private static final double RANDOM_LEAST_PERCENT = 90;

    private static List<Double> errors(ShareCase sharing, List<Window> windows) {
        return Statistics.each(windows, window -> sharing.worstErrorPercent(window.rates()));
    }

    private static List<Double> errors(ShareCase sharing, int tenant, List<Window> windows) {
        return Statistics.each(windows, window -> sharing.errorPercent(tenant, window.rates()));
    }

    private static List<Double> got(ShareCase sharing, int tenant, List<Window> windows) {
        return Statistics.each(windows, window -> sharing.gotPercent(tenant, window.rates()));
    }

    /** The worst controlled window's error of the worst tenant, in percent. */
    public double worstErrorPercent() {
        return Statistics.largest(errors(sharing, controlled));
    }

    /** The worst controlled window relative to the median without control, in percent. */
    public double leastTotalPercent() {
        return Window.leastTotalPercent(Window.totals(controlled), Window.totals(uncontrolled));
    }

    /** The bars for each tenant's share, and for the total. */
    public List<Bar> bars() {
        Map<Double, Double> worstByLimit = new TreeMap<>();
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < sharing.contenders().size(); i++) {
            if (sharing.contenders().get(i).isRandom()) {
                bars.add(Bar.atLeast(
                        name + ": random reader, percent of its due",
                        Statistics.smallest(got(sharing, i, controlled)),
                        RANDOM_LEAST_PERCENT));
            } else {
                worstByLimit.merge(limit(i), Statistics.largest(errors(sharing, i, controlled)), Math::max);
            }
        }
        worstByLimit.forEach((limit, worst) -> bars.add(Bar.atMost(
                String.format(Locale.ROOT, "%s: worst error of those within %.1f, percent", name, limit),
                worst,
                limit)));
        bars.add(Bar.atLeast(
                name + ": total, percent of uncontrolled", leastTotalPercent(), sharing.leastTotalPercent()));
        return bars;
    }

    /**
     * The limit of the strictest window: the shortest, in which the least is due, has the widest limit, so all have to
     * be of that kind.
     */
    private double limit(int tenant) {
        return controlled.stream()
                .mapToDouble(window ->
                        sharing.mostErrorPercent(sharing.due(window.total()).get(tenant) * window.seconds()))
                .min()
                .orElseThrow();
    }

    /** The bars that these windows are valid, on a disk of that rate in MiB a second. */
    public List<Bar> validity(int diskRate) {
        boolean steady = sharing.disk() != DiskKind.SEEKING && sharing.speeds().size() == 1;
        OptionalDouble rate = steady ? OptionalDouble.of(diskRate * (double) (1 << 20)) : OptionalDouble.empty();
        return Validity.of(name + ": ", uncontrolled, controlled, rate);
    }

    public Figures figures() {
        return new Figures()
                .put("charge", charge)
                .put("totalPercentOfUncontrolled", leastTotalPercent())
                .put("uncontrolled", figures(sharing, uncontrolled))
                .put("controlled", figures(sharing, controlled));
    }

    /** The members in JSON of the windows of one case. */
    public static Figures figures(ShareCase sharing, List<Window> windows) {
        List<Double> totals = Window.totals(windows);
        List<Double> due = sharing.due(Statistics.median(totals));
        return new Figures()
                .small("worstErrorPercent", errors(sharing, windows))
                .megabytes("totalMBps", totals)
                .put("totalNoisePercent", Statistics.noisePercent(totals))
                .megabytes("diskMBps", Statistics.each(windows, Window::moved))
                .put(
                        "tenants",
                        IntStream.range(0, due.size())
                                .mapToObj(i -> tenant(sharing, windows, i, due.get(i)))
                                .toList());
    }

    private static Figures tenant(ShareCase sharing, List<Window> windows, int number, double due) {
        Contender contender = sharing.contenders().get(number);
        Figures tenant = new Figures()
                .put("weight", contender.weight())
                .put("threads", contender.threads())
                .put("work", contender.work().name());
        if (!contender.wanted().equals(Rate.UNLIMITED)) {
            tenant.put("wantsMBps", contender.wanted().bytesPerSecond() / Statistics.MEGA);
        }
        return tenant.put("dueMBps", due / Statistics.MEGA)
                .megabytes("gotMBps", Window.of(windows, number))
                .small("errorPercent", errors(sharing, number, windows))
                .large("percentOfDue", got(sharing, number, windows));
    }

    /** Each tenant's due, its rate without control and its rate with it, as medians. */
    public static Chart<?, ?> chart(List<ShareFindings> found) {
        List<String> labels = new ArrayList<>();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        List.of("due", "hook off", "hook on").forEach(name -> series.put(name, new ArrayList<>()));
        for (ShareFindings each : found) {
            double total = Statistics.median(Window.totals(each.uncontrolled()));
            for (int tenant = 0; tenant < each.sharing().contenders().size(); tenant++) {
                Contender contender = each.sharing().contenders().get(tenant);
                int number = found.indexOf(each) + 1;
                labels.add(String.format(Locale.ROOT, "%d: w %d, %s", number, contender.weight(), contender.doing()));
                series.get("due").add(each.sharing().due(total).get(tenant) / Statistics.MEGA);
                series.get("hook off").add(Window.megabytes(each.uncontrolled(), tenant));
                series.get("hook on").add(Window.megabytes(each.controlled(), tenant));
            }
        }
        return Charts.bars(
                "What each tenant is due and gets (a number for each case; w: weight, thr: threads)",
                "MB/s",
                labels,
                series);
    }
}
