package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How well a limit over all nodes was kept, moves included.
 *
 * @param limit in bytes a second
 * @param most the highest rate of its tenant over that time, in bytes a second
 */
record LimitFindings(double limit, double most) {

    /** The time over which a limit is kept. */
    private static final double SECONDS = 10;

    private static final double STEP = 0.1;
    private static final double MOST_PERCENT = 102;

    static LimitFindings of(double limit, int tenant, Timeline timeline) {
        double most = 0;
        double end = timeline.samples().get(timeline.samples().size() - 1).seconds();
        for (double from = 0; from + SECONDS <= end; from += STEP) {
            most = Math.max(most, timeline.rate(tenant, from, from + SECONDS));
        }
        return new LimitFindings(limit, most);
    }

    Bar bar() {
        return Bar.atMost(
                "limit: most in any 10 s, moves included, percent of the limit", most / limit * 100, MOST_PERCENT);
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("limitMBps", Statistics.jsonNumber(limit / Statistics.MEGA));
        members.put("mostMBpsInAnyTenSeconds", Statistics.jsonNumber(most / Statistics.MEGA));
        return members;
    }
}
