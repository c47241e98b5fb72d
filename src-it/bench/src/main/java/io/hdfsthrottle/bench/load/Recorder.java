package io.hdfsthrottle.bench.load;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.total;

import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Records a {@link Timeline} of tenants' bytes while their streams start and end. */
public final class Recorder implements AutoCloseable {

    private final List<List<Streams>> tenants;
    private final NavigableMap<Double, List<Long>> bytesAt = new ConcurrentSkipListMap<>();
    private final long begun = System.nanoTime();
    private final Worker worker;

    public Recorder(int count) {
        tenants = numbered(count, tenant -> new CopyOnWriteArrayList<>());
        worker = Worker.start("recorder", running -> {
            while (running.getAsBoolean()) {
                List<Long> bytes = tenants.stream()
                        .map(all -> all.stream().mapToLong(Streams::bytes).sum())
                        .toList();
                bytesAt.put(now(), bytes);
                TimeUnit.MILLISECONDS.sleep(10);
            }
        });
    }

    public void add(int tenant, Streams streams) {
        tenants.get(tenant).add(streams);
    }

    public double now() {
        return (System.nanoTime() - begun) / 1e9;
    }

    public Timeline timeline() {
        return new Timeline(bytesAt);
    }

    public double errors() {
        return total(
                each(tenants, streams -> total(each(streams, one -> one.errors().size()))));
    }

    public void check() {
        tenants.forEach(streams -> streams.forEach(Streams::check));
    }

    @Override
    public void close() {
        worker.close();
        tenants.forEach(streams -> streams.forEach(Streams::close));
    }
}
