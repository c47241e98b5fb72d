package io.hdfsthrottle.bench.paper;

import io.hdfsthrottle.bench.report.Charts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A pair of axes, with a bar of each series in each group.
 *
 * @param part of the figure that it shows; empty if it is all
 * @param stacked whether the bars of a group stand on each other
 * @param groups their names in the JSON, by what is written below them
 */
record Panel(String part, String across, String up, boolean stacked, Map<String, String> groups, List<Series> series) {

    /** What a run found of the group of that name in its JSON; NaN if nothing. */
    interface Height {

        double of(Told told, String group);
    }

    record Series(String name, Height height) {

        /** The figure of that path, with the group's name instead of {@code %s}, as a multiple of the unit. */
        static Series of(String name, String path, double unit) {
            return new Series(name, (told, group) -> told.number(path.formatted(group)) / unit);
        }
    }

    /** The heights of the bars, null where there is none; without series that have none at all. */
    Map<String, List<Double>> bars(Told told) {
        Map<String, List<Double>> bars = new LinkedHashMap<>();
        for (Series each : series) {
            List<Double> heights = groups.values().stream()
                    .map(group -> each.height().of(told, group))
                    .map(height -> Double.isFinite(height) ? height : null)
                    .toList();
            if (heights.stream().anyMatch(Objects::nonNull)) {
                bars.put(each.name(), heights);
            }
        }
        return bars;
    }

    Chart<?, ?> chart(String title, Told told) {
        return Charts.bars(title, across, up, stacked, List.copyOf(groups.keySet()), bars(told));
    }
}
