package io.hdfsthrottle.bench.scenario.scale;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.scenario.scale.CountedBody.Counted;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.awaitility.core.ConditionTimeoutException;

/** Many {@link SimulatedNode}s in one process, and their network traffic: bodies, without HTTP headers. */
final class Fleet implements AutoCloseable {

    private static final int LEAST_MILLIS = 900;
    private static final int MORE_MILLIS = 200;
    private static final int WORKERS = 4;

    private final NodeWire wire;
    private final HttpClient client;
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, Fleet::daemon);
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Fleet::daemon);
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder reports = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final AtomicReference<String> firstFailure = new AtomicReference<>("");
    private final List<Long> changedAt = new CopyOnWriteArrayList<>();
    private final Histogram untilTold = new ConcurrentHistogram(Latencies.recording());
    private volatile boolean closed;

    private Fleet(NodeWire wire) {
        this.wire = wire;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(workers)
                .build();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "fleet");
        thread.setDaemon(true);
        return thread;
    }

    /** Starts so many nodes, spread over a second. */
    static Fleet of(NodeWire wire, int count) {
        Fleet fleet = new Fleet(wire);
        for (int number = 0; number < count; number++) {
            fleet.nodes.add(new SimulatedNode(fleet, number));
        }
        for (int number = 0; number < count; number++) {
            fleet.nodes.get(number).begin(number * 1_000L / count);
        }
        return fleet;
    }

    NodeWire wire() {
        return wire;
    }

    CompletableFuture<HttpResponse<Counted>> send(HttpRequest request) {
        return client.sendAsync(request, CountedBody.handler());
    }

    void later(Runnable what, long millis) {
        try {
            var unused = clock.schedule(() -> workers.execute(what), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            // Closed meanwhile.
        }
    }

    long untilNextReport() {
        return (long) LEAST_MILLIS + ThreadLocalRandom.current().nextInt(MORE_MILLIS);
    }

    void received(long bytes) {
        received.add(bytes);
    }

    void sent(long bytes) {
        sent.add(bytes);
        reports.increment();
    }

    void failed(String what, HttpResponse<Counted> answer, Throwable failure) {
        if (!closed) {
            failures.increment();
            firstFailure.compareAndSet(
                    "",
                    what + ": "
                            + (failure != null
                                    ? failure.toString()
                                    : answer.statusCode() + " " + answer.body().beginning()));
        }
    }

    /** Starts measuring the time until nodes receive something new. */
    void changing() {
        changedAt.add(System.nanoTime());
    }

    /** The number of changes. */
    int changes() {
        return changedAt.size();
    }

    /** A node has received this range of changes; each took the time since it was made. */
    void told(int from, int to) {
        changedAt.subList(from, to).forEach(at -> Latencies.record(untilTold, System.nanoTime() - at));
    }

    /**
     * The time from a change until nodes received something new; nodes that have not count with their waiting time so
     * far.
     */
    Latencies untilTold() {
        int all = changes();
        nodes.forEach(node -> told(Math.min(node.version(), all), all));
        return Latencies.of(untilTold);
    }

    /** Waits until every node holds a grant. */
    void awaitFirst(Duration patience) {
        try {
            await("a grant on every node").atMost(patience).until(() -> nodes.stream()
                    .allMatch(SimulatedNode::holdsSomething));
        } catch (ConditionTimeoutException late) {
            long without = nodes.stream().filter(node -> !node.holdsSomething()).count();
            throw new IllegalStateException(
                    without + " of " + size() + " nodes without a grant, " + failures()
                            + " requests failed, the first: " + firstFailure(),
                    late);
        }
    }

    /** On one node the work of a tenant ends, and that of another begins. */
    void move(int number) {
        nodes.get(number % nodes.size()).idle(ThreadLocalRandom.current().nextInt(Load.TENANTS));
    }

    int size() {
        return nodes.size();
    }

    /** Bytes of coordinators' answers to polls. */
    long bytesReceived() {
        return received.sum();
    }

    /** Bytes of reports. */
    long bytesSent() {
        return sent.sum();
    }

    long reports() {
        return reports.sum();
    }

    long failures() {
        return failures.sum();
    }

    /** Empty if there was none. */
    String firstFailure() {
        return firstFailure.get();
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        workers.shutdownNow();
    }
}
