package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Records a {@link Timeline} of tenants' bytes while their streams start and end. */
public final class Recorder implements AutoCloseable {

    private static final long STEP_MILLIS = 10;

    private final List<List<Streams>> tenants;
    private final List<Timeline.Sample> samples = new ArrayList<>();
    private final long begun = System.nanoTime();
    private final Worker worker;

    private Recorder(int tenants) {
        this.tenants = Stream.<List<Streams>>generate(CopyOnWriteArrayList::new)
                .limit(tenants)
                .toList();
        worker = Worker.start("recorder", this::record);
    }

    public static Recorder of(int tenants) {
        return new Recorder(tenants);
    }

    public void add(int tenant, Streams streams) {
        tenants.get(tenant).add(streams);
    }

    public double now() {
        return (System.nanoTime() - begun) / 1e9;
    }

    private void record(BooleanSupplier running) throws InterruptedException {
        while (running.getAsBoolean()) {
            List<Long> bytes = tenants.stream()
                    .map(streams -> streams.stream().mapToLong(Streams::bytes).sum())
                    .toList();
            synchronized (samples) {
                samples.add(new Timeline.Sample(now(), bytes));
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
    }

    public Timeline timeline() {
        synchronized (samples) {
            return new Timeline(samples);
        }
    }

    /** The failures of readers so far. */
    public List<IOException> errors() {
        return tenants.stream()
                .flatMap(List::stream)
                .flatMap(streams -> streams.errors().stream())
                .toList();
    }

    /** Checks that no stream failed or ended by itself. */
    public void check() {
        for (IOException failure : errors()) {
            throw new IllegalStateException("a reader failed", failure);
        }
    }

    @Override
    public void close() {
        worker.close();
        tenants.forEach(streams -> streams.forEach(Streams::close));
    }
}
