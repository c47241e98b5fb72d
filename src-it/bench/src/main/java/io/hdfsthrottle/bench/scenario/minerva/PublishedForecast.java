package io.hdfsthrottle.bench.scenario.minerva;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The coordinator's forecasts for one tenant.
 *
 * @param inSession whether the tenant's I/O session continues
 * @param ioClass {@code light}, {@code moderate} or {@code heavy}
 * @param rate its charge in the last second, in bytes
 * @param factor the factor applied to its weight
 * @param accuracies of its forecasts
 */
record PublishedForecast(
        boolean inSession, String ioClass, double rate, double factor, Map<Kind, Accuracy> accuracies) {

    /** Fewer judged forecasts are not significant, for the coordinator, too. */
    private static final int ENOUGH = 60;

    /** The forecast quantity. */
    enum Kind {
        NEXT("ofNext", "the next second"),
        STRETCH("ofStretch", "the mean of 15 s"),
        AHEAD("ofAhead", "each of 15 s");

        private final String member;
        private final String label;

        Kind(String member, String label) {
            this.member = member;
            this.label = label;
        }

        /** The label for output. */
        String label() {
            return label;
        }
    }

    /**
     * Root mean square errors of a forecast and of the better of two naive ones, in bytes a second.
     *
     * @param judged the number of judged forecasts
     */
    record Accuracy(long judged, double error, double naive) {

        private static Accuracy of(Map<?, ?> told) {
            return new Accuracy((long) number(told, "judged"), number(told, "error"), number(told, "naive"));
        }

        /** The error relative to the naive one's: 1 where neither errs; NaN where too few were judged. */
        double timesNaive() {
            if (judged < ENOUGH) {
                return Double.NaN;
            }
            return naive > 0 ? error / naive : error > 0 ? Double.POSITIVE_INFINITY : 1;
        }
    }

    /** Parsed from the answer to {@code GET /v1/forecasts}, by tenant. */
    static Map<String, PublishedForecast> of(Map<String, ?> answer) {
        Map<String, PublishedForecast> told = new LinkedHashMap<>();
        for (Object each : (List<?>) answer.get("tenants")) {
            Map<?, ?> tenant = (Map<?, ?>) each;
            Map<Kind, Accuracy> accuracies = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                accuracies.put(kind, Accuracy.of((Map<?, ?>) tenant.get(kind.member)));
            }
            boolean inSession = number(tenant, "sessionSeconds") > 0;
            String ioClass = tenant.get("ioClass").toString();
            double rate = number(tenant, "rate");
            PublishedForecast forecast =
                    new PublishedForecast(inSession, ioClass, rate, number(tenant, "factor"), accuracies);
            told.put(tenant.get("tenant").toString(), forecast);
        }
        return told;
    }

    private static double number(Map<?, ?> members, String name) {
        return ((Number) members.get(name)).doubleValue();
    }

    /** Whether its forecast demand is unlimited, at this time. */
    boolean isHeavy() {
        return inSession && ioClass.equals("heavy");
    }
}
