package io.hdfsthrottle.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long operations took, in milliseconds. Immutable. */
record Latencies(List<Double> millis) {

    /** Sorted, and a copy. */
    Latencies {
        millis = millis.stream().sorted().toList();
    }

    /** So long or less took that part of them: the smallest one for which that is true; infinite if there were none. */
    double percentile(double percent) {
        if (millis.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        int rank = (int) Math.ceil(percent / 100 * millis.size());
        return millis.get(Math.max(rank, 1) - 1);
    }

    /** Its members in JSON. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("reads", millis.size());
        for (int percent : List.of(50, 90, 99, 100)) {
            double value = percentile(percent);
            members.put("p" + percent + "Millis", Double.isFinite(value) ? Statistics.rounded(value) : null);
        }
        return members;
    }
}
