package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.explain.Explanation.CausePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Times by cause, the largest first, in percent that add up to 100. */
final class CauseParts {
    /** Less does not show in tenths of a percent. */
    private static final double LEAST = 0.0005;

    private CauseParts() {}

    /** @param isTime whether the values are milliseconds */
    static List<CausePart> of(Map<WaitCause, Double> values, boolean isTime) {
        double sum = sum(values);
        List<Map.Entry<WaitCause, Double>> sorted = values.entrySet().stream()
                .filter(each -> each.getValue() > LEAST * sum)
                .sorted(Map.Entry.<WaitCause, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        long tenthsLeft = 1_000;
        List<CausePart> parts = new ArrayList<>();
        for (int i = sorted.size() - 1; i >= 0; i--) {
            WaitCause cause = sorted.get(i).getKey();
            double value = sorted.get(i).getValue();
            long tenths = i == 0 ? tenthsLeft : Math.round(1_000 * value / sum);
            tenthsLeft -= tenths;
            parts.add(
                    0,
                    new CausePart(
                            cause.label(),
                            tenths / 10.0,
                            isTime ? Math.round(value) : null,
                            Words.percent(value / sum) + " for " + cause.words()));
        }
        return parts;
    }

    static double sum(Map<WaitCause, Double> values) {
        return values.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The sum of those values for which a DataNode held the operation back. */
    static double waits(Map<WaitCause, Double> values) {
        return values.entrySet().stream()
                .filter(each -> each.getKey().isWait())
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
