package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.PaceShares.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of one case of {@link PaceShares}: several windows without control, several with it. */
record ShareFindings(ShareCase sharing, List<Window> uncontrolled, List<Window> controlled) {

    /** The worst tenant's error in each window. */
    List<Double> errors(List<Window> windows) {
        return windows.stream()
                .map(window -> sharing.worstErrorPercent(window.rates()))
                .toList();
    }

    /** The worst controlled window against what is usual without control. */
    double leastTotalPercent() {
        return Statistics.smallest(totals(controlled)) / Statistics.median(totals(uncontrolled)) * 100;
    }

    private static List<Double> totals(List<Window> windows) {
        return windows.stream().map(Window::total).toList();
    }

    /** The middle of what a tenant got in these windows, in bytes per second. */
    static double median(List<Window> windows, int tenant) {
        return Statistics.median(
                windows.stream().map(window -> window.rates().get(tenant)).toList());
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("uncontrolled", members(uncontrolled));
        members.put("controlled", members(controlled));
        return members;
    }

    private Map<String, Object> members(List<Window> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("worstErrorPercent", Statistics.smallIsGood(errors(windows)));
        members.put("totalMBps", Statistics.largeIsGood(megabytes(totals(windows))));
        members.put(
                "fromDiskMBps",
                Statistics.largeIsGood(
                        megabytes(windows.stream().map(Window::fromDisk).toList())));
        List<Object> tenants = new ArrayList<>();
        List<Double> due = sharing.due(Statistics.median(totals(windows)));
        for (int i = 0; i < due.size(); i++) {
            Map<String, Object> tenant = new LinkedHashMap<>();
            tenant.put("weight", sharing.contenders().get(i).weight());
            tenant.put("threads", sharing.contenders().get(i).threads());
            tenant.put("dueMBps", Statistics.rounded(due.get(i) / PaceShares.MEGA));
            tenant.put("medianMBps", Statistics.rounded(median(windows, i) / PaceShares.MEGA));
            tenants.add(tenant);
        }
        members.put("tenants", tenants);
        return members;
    }

    private static List<Double> megabytes(List<Double> rates) {
        return rates.stream().map(rate -> rate / PaceShares.MEGA).toList();
    }
}
