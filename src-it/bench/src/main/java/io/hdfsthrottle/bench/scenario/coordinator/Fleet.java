package io.hdfsthrottle.bench.scenario.coordinator;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

/**
 * Many simulated DataNodes in one process, which keep grants by the hook's own classes, and their network traffic:
 * bodies, without HTTP headers. One poll of each is always open, and each reports once a second.
 */
final class Fleet implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The applications that each node looks up for itself, and those that all look up. */
    private static final int MET = 10;

    /** Bytes of coordinators' answers to polls, and of reports. */
    final LongAdder received = new LongAdder();

    final LongAdder sent = new LongAdder();
    final LongAdder reports = new LongAdder();
    /** What became of requests that failed. */
    final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private final HttpLink link;
    private final List<Node> nodes;
    private final ExecutorService polls = Executors.newCachedThreadPool();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(256);
    private final List<Long> changedAt = new CopyOnWriteArrayList<>();
    private final Histogram untilTold = new ConcurrentHistogram(Latencies.recording());
    private volatile boolean closed;

    /** Starts so many nodes, spread over a second. */
    Fleet(HttpLink link, int count) {
        this.link = link;
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

        /** The tenant that has nothing to do; -1 for none. */
        private volatile int idle = -1;

        /** The number of changes received. */
        private volatile int heard;

        Node(int number) {
            this.number = number;
            name = "dn" + number + ":9866";
            disks = new FullDisks(name, Ticker.system());
        }

        boolean holdsSomething() {
            return !grants.known().equals(GrantVersion.NONE);
        }

        void poll() {
            while (!closed) {
                try {
                    take();
                } catch (LinkException | InterruptedException failure) {
                    failed(failure);
                    LockSupport.parkNanos(500_000_000);
                }
            }
        }

        private void take() throws LinkException, InterruptedException {
            Optional<GrantUpdate> news = link.awaitGrant(name, grants.position(), PATIENCE);
            if (news.isEmpty()) {
                grants.confirm();
                return;
            }
            int changes = changedAt.size();
            told(heard, changes);
            heard = changes;
            boolean first = !holdsSomething();
            var unused = grants.accept(news.get());
            count(news.get());
            if (first) {
                IntStream own = IntStream.range(number * MET, (number + 1) * MET);
                IntStream met = IntStream.concat(IntStream.range(0, MET), own);
                count(link.applications(name, met.mapToObj(Scale::application).toList()));
            }
        }

        void report() {
            GrantPosition at = grants.position();
            UsageReport report = UsageReport.of(name, at.policy(), true, disks.usage(grants.held(), idle))
                    .withTerms(at.terms());
            sent.add(UsageReportJson.write(report).length());
            reports.increment();
            try {
                link.report(report);
            } catch (LinkException | InterruptedException failure) {
                failed(failure);
            }
        }
    }

    /** Written as the coordinator wrote it. */
    private void count(GrantUpdate answer) {
        received.add(GrantUpdateJson.write(answer).length());
    }

    /** Starts measuring the time until nodes receive something new. */
    void changing() {
        changedAt.add(System.nanoTime());
    }

    /** A node has received this range of changes; each took the time since it was made. */
    private void told(int from, int to) {
        changedAt.subList(from, to).forEach(at -> Latencies.record(untilTold, System.nanoTime() - at));
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
    }
}
