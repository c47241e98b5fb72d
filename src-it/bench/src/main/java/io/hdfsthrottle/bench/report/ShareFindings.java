package io.hdfsthrottle.bench;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one case of {@link PaceShares} at one speed.
 *
 * @param uncontrolled windows without control
 * @param controlled windows with it
 * @param charge what the hook charged for reads then
 */
record ShareFindings(
        String name, ShareCase sharing, List<Window> uncontrolled, List<Window> controlled, String charge) {

    /** The worst tenant's error in each window. */
    private static List<Double> errors(ShareCase sharing, List<Window> windows) {
        return windows.stream()
                .map(window -> sharing.worstErrorPercent(window.rates()))
                .toList();
    }

    /** The worst controlled window against what is usual without control. */
    double leastTotalPercent() {
        return Statistics.smallest(Window.totals(controlled)) / Statistics.median(Window.totals(uncontrolled)) * 100;
    }

    List<Bar> bars() {
        return List.of(
                Bar.atMost(
                        name + ": worst tenant's error, percent",
                        Statistics.largest(errors(sharing, controlled)),
                        sharing.disk().mostErrorPercent()),
                Bar.atLeast(
                        name + ": total, percent of uncontrolled",
                        leastTotalPercent(),
                        sharing.disk().leastTotalPercent()));
    }

    /** What the device moved, in percent of what clients got, where that was least. */
    double coldPercent() {
        List<Window> all = new ArrayList<>(uncontrolled);
        all.addAll(controlled);
        return Statistics.smallest(all.stream()
                .map(window -> window.moved() / window.total() * 100)
                .toList());
    }

    /** The least that the device moved in a window without control, in bytes per second. */
    double leastMoved() {
        return Statistics.smallest(uncontrolled.stream().map(Window::moved).toList());
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("charge", charge);
        members.put("uncontrolled", members(sharing, uncontrolled));
        members.put("controlled", members(sharing, controlled));
        return members;
    }

    /** What stands in JSON of the windows of one case. */
    static Map<String, Object> members(ShareCase sharing, List<Window> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("worstErrorPercent", Statistics.smallIsGood(errors(sharing, windows)));
        members.put("totalMBps", Statistics.largeIsGood(megabytes(Window.totals(windows))));
        members.put(
                "diskMBps",
                Statistics.largeIsGood(
                        megabytes(windows.stream().map(Window::moved).toList())));
        List<Object> tenants = new ArrayList<>();
        List<Double> due = sharing.due(Statistics.median(Window.totals(windows)));
        for (int i = 0; i < due.size(); i++) {
            ShareCase.Contender contender = sharing.contenders().get(i);
            Map<String, Object> tenant = new LinkedHashMap<>();
            tenant.put("weight", contender.weight());
            tenant.put("threads", contender.threads());
            tenant.put("work", contender.work().name());
            if (!contender.wanted().equals(Rate.UNLIMITED)) {
                tenant.put("wantsMBps", Statistics.rounded(contender.wanted().bytesPerSecond() / PaceShares.MEGA));
            }
            tenant.put("dueMBps", Statistics.rounded(due.get(i) / PaceShares.MEGA));
            tenant.put("medianMBps", Statistics.rounded(Window.median(windows, i) / PaceShares.MEGA));
            tenants.add(tenant);
        }
        members.put("tenants", tenants);
        return members;
    }

    private static List<Double> megabytes(List<Double> rates) {
        return rates.stream().map(rate -> rate / PaceShares.MEGA).toList();
    }
}
