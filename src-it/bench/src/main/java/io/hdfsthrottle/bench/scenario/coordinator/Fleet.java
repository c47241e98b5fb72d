package io.hdfsthrottle.bench.scenario.coordinator;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.scenario.coordinator.NodeWire.Counted;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.awaitility.core.ConditionTimeoutException;

/** Many simulated DataNodes in one process, and their network traffic: bodies, without HTTP headers. */
final class Fleet implements AutoCloseable {

    private static final int LEAST_MILLIS = 900;
    private static final int MORE_MILLIS = 200;
    private static final int RETRY_MILLIS = 500;
    private static final int WORKERS = 4;
    private static final int OK = 200;

    /** Bytes of coordinators' answers to polls. */
    final LongAdder received = new LongAdder();

    /** Bytes of reports. */
    final LongAdder sent = new LongAdder();

    final LongAdder reports = new LongAdder();
    final LongAdder failures = new LongAdder();
    private final AtomicReference<String> firstFailure = new AtomicReference<>("");
    private final NodeWire wire;
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, Fleet::daemon);
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Fleet::daemon);
    private final HttpClient client;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Long> changedAt = new CopyOnWriteArrayList<>();
    private final Histogram untilTold = new ConcurrentHistogram(Latencies.recording());
    private volatile boolean closed;

    /** Starts so many nodes, spread over a second. */
    Fleet(NodeWire wire, int count) {
        this.wire = wire;
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(workers)
                .build();
        for (int number = 0; number < count; number++) {
            nodes.add(new Node(number));
        }
        for (Node node : nodes) {
            later(node::poll, node.number * 1_000L / count);
            later(node::report, node.number * 1_000L / count);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "fleet");
        thread.setDaemon(true);
        return thread;
    }

    /** A DataNode as seen by a coordinator: one poll is always open, and a report is sent about every second. */
    private final class Node {

        private final int number;
        private final String name;
        private final FullDisks disks;
        private final long begun = System.nanoTime();
        private volatile NodeWire.Known known = NodeWire.Known.NOTHING;

        /** The tenant that has nothing to do; -1 for none. */
        private volatile int idle = -1;

        /** The number of changes received. */
        private volatile int heard;

        Node(int number) {
            this.number = number;
            name = "dn" + number + ":9866";
            disks = new FullDisks(name);
        }

        boolean holdsSomething() {
            return !known.equals(NodeWire.Known.NOTHING);
        }

        void poll() {
            send("poll", wire.poll(name, known), this::understand, polled -> {
                if (polled) {
                    poll();
                } else {
                    later(this::poll, RETRY_MILLIS);
                }
            });
        }

        private void understand(HttpResponse<Counted> answer) {
            received.add(answer.body().bytes());
            if (answer.statusCode() == OK) {
                if (!holdsSomething()) {
                    HttpRequest question = wire.applications(name, number);
                    count(question);
                    send("question", question, told -> received.add(told.body().bytes()), done -> {});
                }
                known = wire.understood(known, answer.body().beginning());
                int changes = changes();
                told(heard, changes);
                heard = changes;
            }
        }

        void report() {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            HttpRequest usage = wire.usage(name, known, disks.usage(known.grant(), idle, millis));
            count(usage);
            long next = (long) LEAST_MILLIS + ThreadLocalRandom.current().nextInt(MORE_MILLIS);
            send("report", usage, told -> {}, done -> later(this::report, next));
        }
    }

    private void count(HttpRequest request) {
        sent.add(request.bodyPublisher().orElseThrow().contentLength());
        reports.increment();
    }

    /** Sends unless closed; passes on a good answer, and then whether there was one. */
    private void send(
            String what, HttpRequest request, Consumer<HttpResponse<Counted>> answered, Consumer<Boolean> then) {
        if (closed) {
            return;
        }
        var unused = client.sendAsync(request, NodeWire.COUNTED).handle((answer, failure) -> {
            boolean good = failure == null && answer.statusCode() / 100 == 2;
            if (good) {
                answered.accept(answer);
            } else if (!closed) {
                failures.increment();
                String why = failure != null
                        ? failure.toString()
                        : answer.statusCode() + " " + answer.body().beginning();
                firstFailure.compareAndSet("", what + ": " + why);
            }
            then.accept(good);
            return null;
        });
    }

    private void later(Runnable what, long millis) {
        try {
            var unused = clock.schedule(() -> workers.execute(what), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            // Closed meanwhile.
        }
    }

    /** Starts measuring the time until nodes receive something new. */
    void changing() {
        changedAt.add(System.nanoTime());
    }

    private int changes() {
        return changedAt.size();
    }

    /** A node has received this range of changes; each took the time since it was made. */
    private void told(int from, int to) {
        changedAt.subList(from, to).forEach(at -> Latencies.record(untilTold, System.nanoTime() - at));
    }

    /**
     * The time from a change until nodes received something new; nodes that have not count with their waiting time so
     * far.
     */
    Latencies untilTold() {
        int all = changes();
        nodes.forEach(node -> told(Math.min(node.heard, all), all));
        return Latencies.of(untilTold);
    }

    /** Waits until every node holds a grant. */
    void awaitFirst(Duration patience) {
        try {
            await("a grant on every node").atMost(patience).until(() -> nodes.stream()
                    .allMatch(Node::holdsSomething));
        } catch (ConditionTimeoutException late) {
            long without = nodes.stream().filter(node -> !node.holdsSomething()).count();
            throw new IllegalStateException(
                    without + " of " + size() + " nodes without a grant, " + failures + " requests failed, the first: "
                            + firstFailure(),
                    late);
        }
    }

    /** On one node the work of a tenant ends, and that of another begins. */
    void move(int number) {
        nodes.get(number % nodes.size()).idle = ThreadLocalRandom.current().nextInt(Load.TENANTS);
    }

    int size() {
        return nodes.size();
    }

    /** Empty if there was none. */
    String firstFailure() {
        return firstFailure.get();
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        workers.shutdownNow();
    }
}
