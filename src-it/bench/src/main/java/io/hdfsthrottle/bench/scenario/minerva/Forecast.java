package io.hdfsthrottle.bench.scenario.minerva;

import io.hdfsthrottle.bench.load.SlowDiskCluster;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a coordinator tells of a tenant, and within that of how forecasts were judged; rates in bytes a second. */
record Forecast(Map<?, ?> told) {

    /** Fewer judged forecasts are not significant, for the coordinator, too. */
    private static final int ENOUGH = 60;

    /** The answer to {@code GET /v1/forecasts}, by tenant. */
    static Map<String, Forecast> of(Map<String, ?> answer) {
        Map<String, Forecast> tenants = new LinkedHashMap<>();
        for (Object each : (List<?>) answer.get("tenants")) {
            Forecast forecast = new Forecast((Map<?, ?>) each);
            tenants.put(forecast.told.get("tenant").toString(), forecast);
        }
        return tenants;
    }

    double number(String member) {
        return ((Number) told.get(member)).doubleValue();
    }

    /** Whether its demand is forecast to be unlimited, at this time. */
    boolean isHeavy() {
        return number("sessionSeconds") > 0 && "heavy".equals(told.get("ioClass"));
    }

    /** The error of these forecasts, as a multiple of the naive one's: 1 where neither errs; NaN where few were judged. */
    double timesNaive(String quantity) {
        Forecast judged = new Forecast((Map<?, ?>) told.get(quantity));
        double error = judged.number("errorBytesPerSecond");
        double naive = judged.number("naiveBytesPerSecond");
        return judged.number("judged") < ENOUGH ? Double.NaN : error == naive ? 1 : error / naive;
    }

    /** The forecasts of all tenants, and when they were answered, in seconds of this JVM's clock. */
    record Look(double seconds, Map<String, Forecast> tenants) {

        static Look at(SlowDiskCluster cluster) throws IOException {
            Map<String, Forecast> tenants = of(cluster.get("/v1/forecasts"));
            return new Look(now(), tenants);
        }

        static double now() {
            return System.nanoTime() / 1e9;
        }

        boolean isHeavy(String tenant) {
            return tenants.containsKey(tenant) && tenants.get(tenant).isHeavy();
        }

        /** Whether a tenant is distinguished from the one beside it: calling every tenant heavy recognises none. */
        boolean tells(String tenant, String beside) {
            return isHeavy(tenant) && !isHeavy(beside);
        }

        /** The percentage of these since that time in which a tenant was called heavy; NaN if there are none. */
        static double heavyPercent(List<Look> looks, String tenant, double from) {
            return looks.stream()
                    .filter(look -> look.seconds >= from)
                    .mapToDouble(look -> look.isHeavy(tenant) ? 100 : 0)
                    .average()
                    .orElse(Double.NaN);
        }
    }
}
