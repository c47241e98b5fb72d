package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Records a {@link Timeline} of tenants' bytes while their streams start and end. */
public final class Recorder implements AutoCloseable {

    private static final long STEP_MILLIS = 10;

    private final List<List<Streams>> tenants = new ArrayList<>();
    private final List<Timeline.Sample> samples = new ArrayList<>();
    private final long begun = System.nanoTime();
    private final Thread thread = new Thread(this::record, "recorder");

    private Recorder() {}

    /** Starts for so many tenants. */
    public static Recorder of(int tenants) {
        Recorder recorder = new Recorder();
        for (int i = 0; i < tenants; i++) {
            recorder.tenants.add(new CopyOnWriteArrayList<>());
        }
        recorder.thread.setDaemon(true);
        recorder.thread.start();
        return recorder;
    }

    /** Adds streams to the tenant. */
    public void add(int tenant, Streams streams) {
        tenants.get(tenant).add(streams);
    }

    /** The current time on the timeline. */
    public double now() {
        return (System.nanoTime() - begun) / 1e9;
    }

    private void record() {
        try {
            while (true) {
                List<Long> bytes = tenants.stream()
                        .map(streams ->
                                streams.stream().mapToLong(Streams::bytes).sum())
                        .toList();
                synchronized (samples) {
                    samples.add(new Timeline.Sample(now(), bytes));
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** The recording so far. */
    public Timeline timeline() {
        synchronized (samples) {
            return new Timeline(samples);
        }
    }

    /** Checks that no stream failed or ended by itself. */
    public void check() {
        tenants.stream()
                .flatMap(List::stream)
                .flatMap(streams -> streams.errors().stream())
                .findFirst()
                .ifPresent(failure -> {
                    throw new IllegalStateException("a reader failed", failure);
                });
    }

    @Override
    public void close() {
        thread.interrupt();
        tenants.forEach(streams -> streams.forEach(Streams::close));
    }
}
