package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.load.SlowDiskCluster.named;
import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.client.Appointment;
import io.hdfsthrottle.client.ThrottleClient;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Readers that each have to read so much by a deadline beside a heavy neighbour (Minerva, section 3.2): how many are
 * done in time under plain HDFS, with equal shares, and when they ask for appointments.
 */
public final class MinervaAppointments {

    /**
     * In seconds, of a reader each. All take ten seconds of the disk together. With equal shares of five none is done
     * before the second of them has passed; one after the other, with half of the disk each, they can be.
     */
    static final List<Integer> DEADLINES = List.of(8, 12, 16, 20);

    private static final double READS_SECONDS_OF_THE_DISK = 2.5;
    private static final int HEAVY = DEADLINES.size(); // the tenant after the readers'
    private static final int THREADS = 16;
    private static final int FILE_BYTES = 512 << 20;

    public static final Scenario SCENARIO = Scenario.onDisk(
            "minerva-appointments",
            "readers with appointments meet their deadlines beside a heavy neighbour",
            MinervaAppointments::play);

    /** What reads for a tenant, and asks for it. */
    private record Reader(int tenant, ThrottleClient throttle, Hdfs hdfs) {}

    private final LoadedDisk disk;
    private final List<String> nodes;
    private final List<Reader> readers;
    private final long bytes;

    private MinervaAppointments(LoadedDisk disk, List<String> nodes, List<Reader> readers) {
        this.disk = disk;
        this.nodes = nodes;
        this.readers = readers;
        this.bytes = (long) (READS_SECONDS_OF_THE_DISK * disk.rate());
    }

    /** When each reader was done, infinite if not by the last deadline; and how many were by their own. */
    record Run(List<Double> seconds, double inTime, double heavyMBps, double diskMBps, double coldPercent) {}

    /** How many readers were done by their deadlines. */
    static long met(List<Double> seconds) {
        return IntStream.range(0, seconds.size())
                .filter(i -> seconds.get(i) <= DEADLINES.get(i))
                .count();
    }

    private static Outcome play(Stage stage) throws Exception {
        Map<String, String> settings = Map.of("appointment", "on");
        try (SlowDiskCluster cluster =
                SlowDiskCluster.start(stage, DiskKind.STEADY, DEADLINES.size() + 1, FILE_BYTES, settings)) {
            List<String> nodes = cluster.cluster().coordinator().list("/v1/nodes", "nodes").stream()
                    .map(node -> node.get("node").toString())
                    .toList();
            List<Reader> readers = new ArrayList<>();
            for (int tenant = 0; tenant < DEADLINES.size(); tenant++) {
                readers.add(reader(cluster, tenant));
            }
            MinervaAppointments bench = new MinervaAppointments(cluster.disk(), nodes, readers);
            cluster.hook(false);
            List<Run> plain = bench.runs(stage, cluster, "plain HDFS", false);
            cluster.hook(true);
            List<Run> equal = bench.runs(stage, cluster, "equal shares", false);
            List<Run> asked = bench.runs(stage, cluster, "with appointments", true);
            return cluster.conclude(outcome(stage.bytesPerSecond(), plain, equal, asked)
                    .figure("diskMiBps", stage.diskRate())
                    .figure("deadlines", DEADLINES)
                    .figure("bytes", bench.bytes));
        }
    }

    private static Reader reader(SlowDiskCluster cluster, int tenant) {
        Registration registration = Registration.of("reader-" + tenant, "reader", "tester", named(tenant));
        ThrottleClient throttle = cluster.resources()
                .own(ThrottleClient.register(cluster.cluster().link(), registration, Duration.ofSeconds(10)));
        String tag = throttle.tag().value().orElseThrow().toString();
        return new Reader(
                tenant,
                throttle,
                cluster.resources().own(Hdfs.tagged(cluster.cluster().nameNode(), tag)));
    }

    private List<Run> runs(Stage stage, SlowDiskCluster cluster, String name, boolean asks) throws Exception {
        try (Streams heavy = disk.reading(HEAVY, THREADS)) {
            return Runs.of(stage, name, () -> {
                cluster.forget();
                Rates.over(Duration.ofSeconds(3), List.of()); // each stream reads some megabytes ahead first
                double moved = disk.bytesMoved();
                long heavyBefore = heavy.bytes();
                long from = System.nanoTime();
                List<Reading> readings = all(asks);
                double took = (System.nanoTime() - from) / 1e9;
                heavy.check();
                double read = heavy.bytes() - heavyBefore;
                moved = disk.bytesMoved() - moved;
                List<Double> seconds = each(readings, Reading::seconds);
                return new Run(
                        seconds,
                        met(seconds),
                        read / took / MEGA,
                        moved / took / MEGA,
                        moved
                                / (read
                                        + readings.stream()
                                                .mapToLong(Reading::bytes)
                                                .sum())
                                * 100);
            });
        }
    }

    private record Reading(double seconds, long bytes) {}

    /** All readers begin at once, and end when each is done or the last deadline has passed. */
    private List<Reading> all(boolean asks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(readers.size());
        try {
            List<Callable<Reading>> reads = readers.stream()
                    .<Callable<Reading>>map(reader -> () -> read(reader, asks))
                    .toList();
            List<Reading> readings = new ArrayList<>();
            for (Future<Reading> each : threads.invokeAll(reads)) {
                readings.add(each.get());
            }
            return readings;
        } finally {
            threads.shutdown();
        }
    }

    private Reading read(Reader reader, boolean asks) {
        ThrottleClient throttle = asks ? reader.throttle : ThrottleClient.NONE;
        Duration deadline = Duration.ofSeconds(DEADLINES.get(reader.tenant));
        long from = System.nanoTime();
        try (Appointment appointment = throttle.appointment(bytes, nodes, deadline, deadline)) {
            if (appointment.await() != asks) {
                throw new IllegalStateException("no appointment: " + appointment.within());
            }
            try (Streams reading = disk.reading(reader.tenant, reader.hdfs, 1)) {
                while (true) {
                    LockSupport.parkNanos(2_000_000L);
                    reading.check();
                    double now = (System.nanoTime() - from) / 1e9;
                    boolean done = reading.bytes() >= bytes;
                    if (done || now > DEADLINES.get(DEADLINES.size() - 1)) {
                        return new Reading(done ? now : Double.POSITIVE_INFINITY, reading.bytes());
                    }
                }
            }
        }
    }

    static Outcome outcome(double rate, List<Run> plain, List<Run> equal, List<Run> asked) {
        List<Run> all = Stream.of(plain, equal, asked).flatMap(List::stream).toList();
        double used = median(each(asked, Run::diskMBps)) / median(each(plain, Run::diskMBps)) * 100;
        return new Outcome()
                .figure("plain HDFS", Figures.of(plain))
                .figure("equal shares", Figures.of(equal))
                .figure("with appointments", Figures.of(asked))
                .atLeast("deadlines met of " + DEADLINES.size(), each(asked, Run::inTime), DEADLINES.size())
                .atLeast("disk used with appointments, percent of plain HDFS, median", used, 99)
                .bars(Validity.cold("", each(all, Run::coldPercent)))
                .bars(Validity.nearRate("", each(plain, run -> run.diskMBps * MEGA / rate * 100), false));
    }
}
