package io.hdfsthrottle.bench.scenario.reaction;

import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Two tenants that read on every node with unlimited demand, and a priority that alternates. */
final class Changes implements AutoCloseable {

    /** The tenant whose priority changes. */
    static final String PATH = "/v1/tenants/" + ThreeNodes.tenant(0);

    /** Threads of each tenant on each node: they must not matter. */
    private static final List<Integer> THREADS = List.of(1, 4);

    /**
     * The priorities of the first tenant in turn; the second has one in the middle, so that a third becomes two thirds.
     */
    private static final int LOW = 1;

    private static final int HIGH = 4;
    private static final int OTHER = 2;

    /** A newly started DataNode compiles its code while it serves the first files. */
    private static final int WARMING_UP_SECONDS = 30;

    /** The interval between changes; not a whole number of seconds, which would synchronise them with reports. */
    private static final int LEAST_MILLIS = 2_800;

    private static final int MORE_MILLIS = 900;

    private final ThreeNodes nodes;
    private final SplittableRandom random;
    private final Recorder recorder;
    private boolean high;

    private Changes(ThreeNodes nodes, long seed) {
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
        this.recorder = Recorder.of(nodes.disks().size() * Change.TENANTS);
    }

    /** Starts the readers and waits until DataNodes are warm and shares have settled. */
    static Changes begin(ThreeNodes nodes, long seed) throws IOException, InterruptedException {
        nodes.terms(0, LOW, Double.POSITIVE_INFINITY);
        nodes.terms(1, OTHER, Double.POSITIVE_INFINITY);
        Changes changes = new Changes(nodes, seed);
        for (int node = 0; node < nodes.disks().size(); node++) {
            for (int tenant = 0; tenant < Change.TENANTS; tenant++) {
                Streams streams = nodes.start(Reader.greedy(tenant, node, THREADS.get(tenant)));
                changes.recorder.add(Change.line(node, tenant), streams);
            }
        }
        TimeUnit.SECONDS.sleep(WARMING_UP_SECONDS);
        return changes;
    }

    /** Changes the priority so many times. */
    List<Change> make(int count) throws IOException, InterruptedException {
        List<Double> at = new ArrayList<>();
        boolean first = high;
        for (int i = 0; i < count; i++) {
            at.add(recorder.now());
            nodes.coordinators().put(PATH, next());
            TimeUnit.MILLISECONDS.sleep(LEAST_MILLIS + random.nextInt(MORE_MILLIS));
        }
        at.add(recorder.now());
        return IntStream.range(0, count)
                .mapToObj(i -> change(at.get(i), at.get(i + 1), (i % 2 == 0) != first))
                .toList();
    }

    /** The body of the next change. */
    Map<String, Integer> next() {
        high = !high;
        return Map.of("priority", high ? HIGH : LOW);
    }

    /** The change that was made last, in seconds of the recorder. */
    Change last(double at, double until) {
        return change(at, until, high);
    }

    private static Change change(double at, double until, boolean up) {
        double first = up ? HIGH : LOW;
        double gained = up ? first : OTHER;
        return new Change(at, until, up ? 0 : 1, gained / (first + OTHER));
    }

    /** The rates of both tenants on every node so far. */
    Recorder recorder() {
        return recorder;
    }

    @Override
    public void close() {
        recorder.close();
    }
}
