package io.hdfsthrottle.bench.scenario.minerva;

import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The forecasts of a coordinator, sampled during a run. Immutable.
 *
 * @param all in the order of time
 */
record ForecastSamples(List<Sample> all) {

    private static final double SLICE_SECONDS = 1;

    /** One sample. */
    record Sample(double seconds, Map<String, PublishedForecast> tenants) {

        private boolean isHeavy(String tenant) {
            PublishedForecast told = tenants.get(tenant);
            return told != null && told.isHeavy();
        }
    }

    /** Immutable. */
    ForecastSamples {
        all = List.copyOf(all);
    }

    private List<Sample> since(double from) {
        return all.stream().filter(sample -> sample.seconds() >= from).toList();
    }

    /**
     * The seconds after that time until a tenant was first distinguished from the one beside it: heavy, and the other
     * one not. Infinite if never. Calling every tenant heavy recognises none.
     */
    double recognised(String tenant, String beside, double from) {
        return since(from).stream()
                .filter(sample -> sample.isHeavy(tenant) && !sample.isHeavy(beside))
                .mapToDouble(sample -> sample.seconds() - from)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** The percentage of samples since that time in which a tenant was called heavy; NaN if there are none. */
    double heavyPercent(String tenant, double from) {
        return since(from).stream()
                .mapToDouble(sample -> sample.isHeavy(tenant) ? 100 : 0)
                .average()
                .orElse(Double.NaN);
    }

    /** A tenant's rates as reported, in MB/s, about one a second: input for testing other forecasts. */
    List<Double> series(String tenant) {
        List<Double> series = new ArrayList<>();
        double next = 0;
        for (Sample sample : all) {
            PublishedForecast told = sample.tenants().get(tenant);
            if (told != null && sample.seconds() >= next) {
                series.add(Statistics.rounded(told.rate() / Statistics.MEGA));
                next = sample.seconds() + SLICE_SECONDS;
            }
        }
        return series;
    }

    /** Polls a coordinator's forecasts five times a second until closed; a sample's time is when it was answered. */
    static final class Watch implements AutoCloseable {

        private static final long STEP_MILLIS = 200;

        private final List<Sample> samples = new ArrayList<>();
        private final long begun = System.nanoTime();
        private final Worker worker;

        Watch(SlowDiskCluster cluster) {
            worker = Worker.start("watch", running -> {
                while (running.getAsBoolean()) {
                    Map<String, PublishedForecast> told = PublishedForecast.of(cluster.get("/v1/forecasts"));
                    synchronized (samples) {
                        samples.add(new Sample(now(), told));
                    }
                    TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
                }
            });
        }

        /** The time on its clock, in seconds. */
        double now() {
            return (System.nanoTime() - begun) / 1e9;
        }

        /** The samples so far. */
        ForecastSamples samples() {
            worker.check();
            synchronized (samples) {
                return new ForecastSamples(samples);
            }
        }

        @Override
        public void close() {
            worker.close();
        }
    }
}
