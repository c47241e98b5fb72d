package io.hdfsthrottle.bench.scenario.soak;

import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Two tenants that read all they can get, what each of them is due, and what DataNodes say that they got. */
final class Contenders implements AutoCloseable {

    static final List<String> NAMES = List.of("light", "heavy");

    private static final int THREADS = 4;
    private static final int PRIORITIES = 4;
    private static final Duration STEP = Duration.ofMillis(200);
    private static final int STEPS = 15;
    private static final int TOLD_EVERY = 50;
    private static final double NANOS = 1e9;

    /** HDFS sends four bytes of checksum with 512 bytes. */
    private static final double CHECKSUMS = 516 / 512.0;

    /** What a tenant was sent by a DataNode that runs, or had been sent when it was killed; by process. */
    private final Map<Long, List<Double>> sent = new HashMap<>();

    private final Cluster cluster;
    private final List<List<Streams>> streams = List.of(new ArrayList<>(), new ArrayList<>());
    private int priority = 3;

    Contenders(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Starts both tenants' readers of a file, of which each has a part. */
    void start(List<Hdfs> clients, String path, int bytes, Streams.Behind behind) {
        for (int i = 0; i < clients.size(); i++) {
            streams.get(i).add(Streams.readingParts(clients.get(i), path, THREADS, bytes, behind));
        }
    }

    /** Exchanges their priorities, 1 and 3. */
    void turn() throws IOException {
        priority = PRIORITIES - priority;
        prioritize();
    }

    void prioritize() throws IOException {
        cluster.leader().putTenant(NAMES.get(0), PRIORITIES - priority);
        cluster.leader().putTenant(NAMES.get(1), priority);
    }

    /** Their bytes until now. */
    List<Double> bytes() {
        return streams.stream()
                .map(all -> (double) all.stream().mapToLong(Streams::bytes).sum())
                .toList();
    }

    /** How far the worse of two is from its share, in percent. */
    double errorPercent(List<Double> from, List<Double> to) {
        double first = to.get(0) - from.get(0);
        double second = to.get(1) - from.get(1);
        double share = second / (first + second);
        double due = (double) priority / PRIORITIES;
        return Math.max(Math.abs(share / due - 1), Math.abs((1 - share) / (1 - due) - 1)) * 100;
    }

    /** The seconds until three seconds began in which both had within 5 % of their share; infinite after a minute. */
    double untilRight(Consumer<String> late) {
        long from = System.nanoTime();
        List<List<Double>> samples = new ArrayList<>(List.of(bytes()));
        List<Long> times = new ArrayList<>(List.of(from));
        for (int last = 1; times.get(last - 1) - from < 60 * NANOS; last++) {
            Rates.over(STEP, List.of());
            samples.add(bytes());
            times.add(System.nanoTime());
            int first = last - STEPS;
            if (first >= 0 && errorPercent(samples.get(first), samples.get(last)) < 5) {
                return (times.get(first) - from) / NANOS;
            }
            if (last % TOLD_EVERY == 0) {
                List<Double> before = samples.get(last - TOLD_EVERY);
                late.accept(String.format(
                        Locale.ROOT,
                        "not right yet: %.1f %.1f MiB/s; %s",
                        (samples.get(last).get(0) - before.get(0)) / 10 / (1 << 20),
                        (samples.get(last).get(1) - before.get(1)) / 10 / (1 << 20),
                        told()));
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private List<String> told() {
        return cluster.dataNodes().stream()
                .map(each -> {
                    HookFigures figures = HookFigures.of(each);
                    return each.process().name() + " " + figures.text("State") + " " + figures.text("GrantFreshness")
                            + " " + figures.text("Tenants");
                })
                .toList();
    }

    /** Notes what that DataNode has sent until now: right before it is killed, or at the end. */
    void note(DataNode dataNode) {
        HookFigures figures = HookFigures.of(dataNode);
        sent.put(
                dataNode.process().pid(),
                NAMES.stream().map(each -> figures.tenant(each, "bytes")).toList());
    }

    /** What all DataNodes have sent to each, those that were killed included. */
    List<Double> sent() {
        cluster.dataNodes().forEach(this::note);
        return List.of(
                sent.values().stream().mapToDouble(each -> each.get(0)).sum(),
                sent.values().stream().mapToDouble(each -> each.get(1)).sum());
    }

    /** Bars: what DataNodes sent in that time, compared with what clients got and its checksums. */
    void compare(Outcome outcome, String time, List<Double> sent, List<Double> got) {
        for (int i = 0; i < NAMES.size(); i++) {
            String name = "%s, %s: bytes sent, percent of those that clients got".formatted(time, NAMES.get(i));
            double part = sent.get(i) / (got.get(i) * CHECKSUMS) * 100;
            outcome.atLeast(name, part, 99).atMost(name, part, 101);
        }
    }

    private Stream<Streams> all() {
        return streams.stream().flatMap(List::stream);
    }

    int errors() {
        return all().mapToInt(each -> each.errors().size()).sum();
    }

    void check() {
        all().forEach(Streams::check);
    }

    @Override
    public void close() {
        all().forEach(Streams::close);
    }
}
