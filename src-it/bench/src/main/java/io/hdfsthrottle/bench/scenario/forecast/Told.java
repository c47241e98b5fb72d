package io.hdfsthrottle.bench.scenario.forecast;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a coordinator told of the forecasts of one tenant.
 *
 * @param inSession whether the tenant's I/O session goes on
 * @param ioClass {@code light}, {@code moderate} or {@code heavy}
 * @param rate what it was charged in the last second, in bytes
 * @param factor what its weight is multiplied with
 * @param accuracies of its forecasts
 */
record Told(boolean inSession, String ioClass, double rate, double factor, Map<Kind, Accuracy> accuracies) {

    /** As few judgements say nothing, for the coordinator, too. */
    private static final int ENOUGH = 60;

    /** What is forecast. */
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

        /** For people. */
        String label() {
            return label;
        }
    }

    /**
     * Root mean square errors of a forecast and of the better of two naive ones, in bytes a second.
     *
     * @param judged over so many forecasts
     */
    record Accuracy(long judged, double error, double naive) {

        /** The error in naive ones: 1 where neither errs; not a number where too few were judged. */
        double timesNaive() {
            if (judged < ENOUGH) {
                return Double.NaN;
            }
            return naive > 0 ? error / naive : error > 0 ? Double.POSITIVE_INFINITY : 1;
        }
    }

    /** From the answer to {@code GET /v1/forecasts}, by tenant. */
    static Map<String, Told> of(Map<String, ?> answer) {
        Map<String, Told> told = new LinkedHashMap<>();
        for (Object each : (List<?>) answer.get("tenants")) {
            Map<?, ?> tenant = (Map<?, ?>) each;
            Map<Kind, Accuracy> accuracies = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                Map<?, ?> accuracy = (Map<?, ?>) tenant.get(kind.member);
                accuracies.put(
                        kind,
                        new Accuracy(
                                (long) number(accuracy, "judged"),
                                number(accuracy, "error"),
                                number(accuracy, "naive")));
            }
            told.put(
                    tenant.get("tenant").toString(),
                    new Told(
                            number(tenant, "sessionSeconds") > 0,
                            tenant.get("ioClass").toString(),
                            number(tenant, "rate"),
                            number(tenant, "factor"),
                            accuracies));
        }
        return told;
    }

    private static double number(Map<?, ?> members, String name) {
        return ((Number) members.get(name)).doubleValue();
    }

    /** Whether it is said to want all that it can get, at this time. */
    boolean isHeavy() {
        return inSession && ioClass.equals("heavy");
    }
}
