package io.hdfsthrottle.bench.scenario.coordinator;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.commons.io.function.Uncheck;

/**
 * Many simulated DataNodes in one process, which keep grants by the hook's own classes, and their network traffic:
 * bodies, without HTTP headers. Each has an address and two connections of its own: on one a poll is always open, and on
 * the other it reports once a second.
 */
final class Fleet implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The applications that each node looks up for itself, and those that all look up. */
    private static final int MET = 10;

    /** The nodes whose disks are solid-state ones, few enough that leases can take all that may be leased. */
    static final int WITH_SSD = 10;

    /** Bytes of coordinators' answers to polls, and of reports. */
    final LongAdder received = new LongAdder();

    final LongAdder sent = new LongAdder();
    final LongAdder reports = new LongAdder();
    /** What became of requests that failed. */
    final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private final URI coordinator;
    private final List<Node> nodes;
    private final ExecutorService polls = Executors.newCachedThreadPool();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(256);
    private final List<Long> changedAt = new CopyOnWriteArrayList<>();
    private final Histogram untilTold = new ConcurrentHistogram(Latencies.recording());
    private volatile boolean closed;

    /** Starts so many nodes, spread over a second. */
    Fleet(URI coordinator, int count) {
        this.coordinator = coordinator;
        nodes = IntStream.range(0, count).mapToObj(Node::new).toList();
        for (Node node : nodes) {
            long millis = node.number * 1_000L / count;
            var unusedPoll = clock.schedule(() -> polls.execute(node::poll), millis, TimeUnit.MILLISECONDS);
            var unusedReports = clock.scheduleWithFixedDelay(node::report, millis, 1_000, TimeUnit.MILLISECONDS);
        }
    }

    /** At the end all requests fail. */
    private void failed(Exception failure) {
        if (!closed) {
            failures.add(failure.toString());
        }
    }

    private final class Node {

        private final int number;
        private final String name;
        private final FullDisks disks;
        private final GrantStore grants = new GrantStore(Ticker.system(), PATIENCE, PATIENCE.multipliedBy(10));

        private final Caller polling;
        private final Caller reporting;

        /** The tenant that has nothing to do; -1 for none. */
        private volatile int idle = -1;

        /** The number of changes received. */
        private volatile int heard;

        Node(int number) {
            this.number = number;
            name = "dn" + number + ":9866";
            disks = new FullDisks(name, number < WITH_SSD, Ticker.system());
            polling = caller();
            reporting = caller();
        }

        private Caller caller() {
            return Uncheck.get(() -> new Caller(coordinator, number));
        }

        private String path(String what) {
            return "/v1/nodes/" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "/" + what;
        }

        boolean holdsSomething() {
            return !grants.known().equals(GrantVersion.NONE);
        }

        void poll() {
            while (!closed) {
                try {
                    take();
                } catch (IOException | MalformedJsonException failure) {
                    failed(failure);
                    LockSupport.parkNanos(500_000_000);
                }
            }
        }

        private void take() throws IOException, MalformedJsonException {
            GrantPosition at = grants.position();
            String question = "?wire=" + GrantUpdateJson.WIRE + "&epoch="
                    + at.policy().epoch() + "&sequence="
                    + at.policy().sequence() + "&termsEpoch=" + at.terms().epoch() + "&termsSequence="
                    + at.terms().sequence() + "&applications=" + at.applications() + "&waitSeconds="
                    + PATIENCE.toSeconds();
            String news = polling.ask("GET", path("grant") + question, "", PATIENCE.multipliedBy(2));
            if (news.isEmpty()) {
                grants.confirm();
                return;
            }
            int changes = changedAt.size();
            told(heard, changes);
            heard = changes;
            boolean first = !holdsSomething();
            var unused = grants.accept(GrantUpdateJson.read(news));
            received.add(news.length());
            if (first) {
                IntStream own = IntStream.range(number * MET, (number + 1) * MET);
                IntStream met = IntStream.concat(IntStream.range(0, MET), own);
                String names = GrantUpdateJson.question(
                        met.mapToObj(Scale::application).toList());
                received.add(polling.ask("POST", path("applications"), names, PATIENCE)
                        .length());
            }
        }

        void close() {
            Uncheck.run(polling::close);
            Uncheck.run(reporting::close);
        }

        void report() {
            GrantPosition at = grants.position();
            UsageReport report = UsageReport.of(name, at.policy(), true, disks.usage(grants.held(), idle))
                    .withTerms(at.terms());
            String written = UsageReportJson.write(report);
            sent.add(written.length());
            reports.increment();
            try {
                String unused = reporting.ask("POST", path("usage"), written, PATIENCE);
            } catch (IOException failure) {
                failed(failure);
            }
        }
    }

    /** Starts measuring the time until nodes receive something new. */
    void changing() {
        changedAt.add(System.nanoTime());
    }

    /** A node has received this range of changes, empty if they were forgotten; each took the time since it was made. */
    private void told(int from, int to) {
        changedAt.subList(Math.min(from, to), to).forEach(at -> Latencies.record(untilTold, System.nanoTime() - at));
    }

    /** Forgets the changes so far. */
    void forgetChanges() {
        changedAt.clear();
        nodes.forEach(node -> node.heard = 0);
        untilTold.reset();
    }

    /** The time from a change until nodes received something new, or so far; for those that have not. */
    Latencies untilTold() {
        int all = changedAt.size();
        nodes.forEach(node -> told(Math.min(node.heard, all), all));
        return Latencies.of(untilTold);
    }

    void awaitFirst(Duration patience) {
        await().atMost(patience).until(() -> nodes.stream().allMatch(Node::holdsSomething));
    }

    /** On one node the work of a tenant ends, and that of another begins. */
    void move(int number) {
        nodes.get(number % nodes.size()).idle = ThreadLocalRandom.current().nextInt(FullDisks.TENANTS.size());
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        polls.shutdownNow();
        nodes.forEach(Node::close);
    }
}
