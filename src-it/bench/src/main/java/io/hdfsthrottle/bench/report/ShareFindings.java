package io.hdfsthrottle.bench.report;

import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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

    /** The worst tenant's error in each window. */
    private static List<Double> errors(ShareCase sharing, List<Window> windows) {
        return windows.stream()
                .map(window -> sharing.worstErrorPercent(window.rates()))
                .toList();
    }

    private static List<Double> errors(ShareCase sharing, int tenant, List<Window> windows) {
        return windows.stream()
                .map(window -> sharing.errorPercent(tenant, window.rates()))
                .toList();
    }

    private static List<Double> got(ShareCase sharing, int tenant, List<Window> windows) {
        return windows.stream()
                .map(window -> sharing.gotPercent(tenant, window.rates()))
                .toList();
    }

    /** The worst controlled window's error of the worst tenant, in percent. */
    public double worstErrorPercent() {
        return Statistics.largest(errors(sharing, controlled));
    }

    /** The worst controlled window relative to the median without control, in percent. */
    public double leastTotalPercent() {
        return Statistics.smallest(Window.totals(controlled)) / Statistics.median(Window.totals(uncontrolled)) * 100;
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

    /** The members in JSON. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("charge", charge);
        members.put("totalPercentOfUncontrolled", Statistics.jsonNumber(leastTotalPercent()));
        members.put("uncontrolled", members(sharing, uncontrolled));
        members.put("controlled", members(sharing, controlled));
        return members;
    }

    /** The members in JSON of the windows of one case. */
    public static Map<String, Object> members(ShareCase sharing, List<Window> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("worstErrorPercent", Statistics.smallIsGood(errors(sharing, windows)));
        members.put("totalMBps", Statistics.megabytes(Window.totals(windows)));
        members.put("totalNoisePercent", Statistics.jsonNumber(Statistics.noisePercent(Window.totals(windows))));
        members.put(
                "diskMBps",
                Statistics.megabytes(windows.stream().map(Window::moved).toList()));
        List<Object> tenants = new ArrayList<>();
        List<Double> due = sharing.due(Statistics.median(Window.totals(windows)));
        for (int i = 0; i < due.size(); i++) {
            tenants.add(tenant(sharing, windows, i, due.get(i)));
        }
        members.put("tenants", tenants);
        return members;
    }

    private static Map<String, Object> tenant(ShareCase sharing, List<Window> windows, int number, double due) {
        Contender contender = sharing.contenders().get(number);
        Map<String, Object> tenant = new LinkedHashMap<>();
        tenant.put("weight", contender.weight());
        tenant.put("threads", contender.threads());
        tenant.put("work", contender.work().name());
        if (!contender.wanted().equals(Rate.UNLIMITED)) {
            tenant.put("wantsMBps", Statistics.rounded(contender.wanted().bytesPerSecond() / Statistics.MEGA));
        }
        tenant.put("dueMBps", Statistics.rounded(due / Statistics.MEGA));
        tenant.put(
                "gotMBps",
                Statistics.megabytes(windows.stream()
                        .map(window -> window.rates().get(number))
                        .toList()));
        tenant.put("errorPercent", Statistics.smallIsGood(errors(sharing, number, windows)));
        tenant.put("percentOfDue", Statistics.largeIsGood(got(sharing, number, windows)));
        return tenant;
    }

    /** Each tenant's due, its rate without control and its rate with it, as medians. */
    public static Chart<?, ?> chart(List<ShareFindings> found) {
        List<String> labels = new ArrayList<>();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int i = 0; i < found.size(); i++) {
            ShareFindings each = found.get(i);
            ShareCase sharing = each.sharing();
            double total = Statistics.median(Window.totals(each.uncontrolled()));
            for (int tenant = 0; tenant < sharing.contenders().size(); tenant++) {
                Contender contender = sharing.contenders().get(tenant);
                labels.add(String.format(Locale.ROOT, "%d: w %d, %s", i + 1, contender.weight(), contender.doing()));
                add(series, "due", sharing.due(total).get(tenant));
                add(series, "hook off", Window.median(each.uncontrolled(), tenant));
                add(series, "hook on", Window.median(each.controlled(), tenant));
            }
        }
        return Charts.bars(
                "What each tenant is due and gets (a number for each case; w: weight, thr: threads)",
                "MB/s",
                labels,
                series);
    }

    private static void add(Map<String, List<Double>> series, String name, double bytesPerSecond) {
        series.computeIfAbsent(name, none -> new ArrayList<>()).add(bytesPerSecond / Statistics.MEGA);
    }
}
