package io.hdfsthrottle.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A figure of what was simulated, with the least and the most that it may be, infinite for no bar. NaN does not apply,
 * and misses nothing.
 */
public record Figure(String of, String name, double value, double least, double most) {
    public static Figure atMost(String of, String name, double value, double most) {
        return new Figure(of, name, value, Double.NEGATIVE_INFINITY, most);
    }

    public static Figure atLeast(String of, String name, double value, double least) {
        return new Figure(of, name, value, least, Double.POSITIVE_INFINITY);
    }

    boolean isMissed() {
        return value < least || value > most;
    }

    private String text() {
        String text = name + text(" %.4g", value) + text(" >= %.4g", least) + text(" <= %.4g", most);
        return isMissed() ? "**" + text + "**" : text;
    }

    private static String text(String format, double value) {
        return Double.isInfinite(value) ? "" : String.format(Locale.ROOT, format, value);
    }

    /** A table with a row for each thing simulated; what misses its bar is bold. */
    static String table(List<Figure> figures) {
        Map<String, String> rows = figures.stream()
                .filter(each -> !Double.isNaN(each.value))
                .collect(Collectors.groupingBy(
                        Figure::of, LinkedHashMap::new, Collectors.mapping(Figure::text, Collectors.joining(", "))));
        StringBuilder text = new StringBuilder("| simulated | figures and their bars |\n|---|---|\n");
        rows.forEach((of, row) -> text.append("| " + of + " | " + row + " |\n"));
        return text.toString();
    }
}
