package io.hdfsthrottle.bench.scenario.forecast;

import io.hdfsthrottle.bench.load.SlowDiskCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Polls a coordinator's forecasts five times a second until closed. */
final class Watch implements AutoCloseable {

    private static final long STEP_MILLIS = 200;

    private final List<ForecastSamples.Sample> samples = new ArrayList<>();
    private final AtomicReference<IOException> trouble = new AtomicReference<>();
    private final long begun = System.nanoTime();
    private final Thread thread;

    private Watch(SlowDiskCluster cluster) {
        thread = new Thread(() -> watch(cluster), "watch");
        thread.setDaemon(true);
    }

    static Watch over(SlowDiskCluster cluster) {
        Watch made = new Watch(cluster);
        made.thread.start();
        return made;
    }

    private void watch(SlowDiskCluster cluster) {
        try {
            while (true) {
                Map<String, PublishedForecast> told = PublishedForecast.of(cluster.get("/v1/forecasts"));
                synchronized (samples) {
                    samples.add(new ForecastSamples.Sample(now(), told));
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            }
        } catch (IOException silent) {
            trouble.set(silent);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** The time on its clock, in seconds. */
    double now() {
        return (System.nanoTime() - begun) / 1e9;
    }

    /** The samples so far; a sample's time is when it was answered. */
    ForecastSamples samples() {
        if (trouble.get() != null) {
            throw new IllegalStateException("the coordinator does not answer", trouble.get());
        }
        synchronized (samples) {
            return new ForecastSamples(samples);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
