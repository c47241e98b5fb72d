package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/** Scenario: one of three disks becomes faulty; the others, control and the DataNode's stop must not notice. */
public record FaultyDisks(Stage stage, SlowDiskCluster cluster, Fault fault, boolean on) {

    private static final ShareCase SHARES = ShareCase.backlogged("4:8", List.of(4, 8), List.of(4, 1));
    private static final ShareCase TURNED = ShareCase.backlogged("8:4", List.of(8, 4), List.of(4, 1));
    private static final int FILE_BYTES = 256 << 20;
    private static final int DISKS = 3;
    private static final Duration SETTLING = Duration.ofSeconds(6);

    /** For a thread that waits for a disk, an error that comes after 30 s included. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** One disk less than there are is enough, and HDFS checks a disk as soon as an error says so. */
    private static final Map<String, String> TOLERANT =
            Map.of("dfs.datanode.failed.volumes.tolerated", "1", "dfs.datanode.disk.check.min.gap", "1s");

    /** What happens to the disk, and the part of its rate that it still gives. */
    private enum Fault {
        NONE("stays as it is", 1),
        HANGS("hangs for 60 s", 0),
        UNREADABLE("errors in a range", 1),
        RETRIES("errors in a range after 30 s", 0), // meanwhile it does nothing else
        SLOW("ten times slower", 0.1),
        FULL("full", 1),
        GONE("disappears", 0);

        private static final int EIO = 5;
        private final String label;
        private final double gives;

        Fault(String label, double gives) {
            this.label = label;
            this.gives = gives;
        }

        void begin(LoadedDisk disk) throws IOException {
            SlowDisk slow = disk.disk();
            switch (this) {
                case NONE -> disk.speed(gives);
                case HANGS -> slow.fault(-1, 0, 0, Long.MAX_VALUE);
                case UNREADABLE -> slow.fault(0, EIO, block(slow));
                case RETRIES -> slow.fault(30_000, EIO, block(slow));
                case SLOW -> disk.speed(gives);
                case FULL -> fill(slow);
                case GONE -> slow.fault(0, EIO, 0, Long.MAX_VALUE);
            }
        }

        void end(LoadedDisk disk) throws IOException {
            disk.speed(1);
        }

        /** Reserves nearly all of it, which takes no time, and writes the rest. */
        private static void fill(SlowDisk disk) throws IOException {
            long left = Files.getFileStore(disk.mount()).getUnallocatedSpace() - (32 << 20);
            String fill = "fallocate -l %1$d %2$s/fill; yes | dd of=%2$s/rest bs=1M";
            SystemCommands.attempt("sh", "-c", fill.formatted(left, disk.mount()));
        }

        private static Path block(SlowDisk disk) throws IOException {
            try (Stream<Path> tree = Files.walk(disk.mount())) {
                return tree.filter(file -> file.getFileName().toString().matches("blk_\\d+"))
                        .findFirst()
                        .orElseThrow();
            }
        }
    }

    public static final Scenario SCENARIO = Scenario.named(
                    "faulty-disks",
                    "a disk that hangs, fails, slows down or fills up costs that disk alone",
                    FaultyDisks::play,
                    Choice.RATE,
                    Choice.READAHEAD,
                    Choice.NATIVE)
            .of(Stream.of(Fault.values()).map(each -> each.label).toList())
            .usually(50, Scenario.REQUESTS);

    /**
     * What one run shows beside the faulty disk; times in seconds, infinite where it did not happen in time.
     *
     * @param errorBeforePercent of the worst share on the healthy disks before the fault
     * @param totalPercent of the healthy disks beside the faulty one, of what they gave before
     * @param errorPercent of the worst share there
     * @param turnedErrorPercent the same after weights have changed
     * @param failedVolumes as HDFS counts them
     * @param capacityPercent that the hook tells of the faulty disk, of its rate before
     * @param stopSeconds that the DataNode takes to stop while the disk is faulty
     */
    private record Suffering(
            double errorBeforePercent,
            double totalPercent,
            double errorPercent,
            double turnedErrorPercent,
            double failedVolumes,
            double capacityPercent,
            double stopSeconds) {}

    /**
     * What its removal shows.
     *
     * @param seconds that it takes
     * @param capacityPercent that the hook tells of the disk afterwards
     */
    private record Removal(double seconds, double capacityPercent) {}

    private record Seen(Suffering beside, Removal removal) {}

    private static Outcome play(Stage stage) throws Exception {
        Outcome outcome = new Outcome();
        Stage three = stage.with(stage.diskRate(), TOLERANT).onDisks(DISKS);
        for (Fault fault : Fault.values()) {
            if (stage.plays(fault.label)) {
                Seen off = seen(three, fault, false);
                Seen on = seen(three, fault, true);
                judge(outcome.figure(fault.label + ", uncontrolled", off), fault, off, on);
            }
        }
        return outcome;
    }

    /** On new disks each time: what a fault leaves is HDFS's and the file system's to repair. */
    private static Seen seen(Stage stage, Fault fault, boolean on) throws Exception {
        Path folder = stage.folder().resolve(fault.name() + (on ? "-on" : "-off"));
        Suffering suffering;
        try (SlowDiskCluster cluster = start(stage, folder.resolve("suffering"))) {
            suffering = new FaultyDisks(stage, cluster, fault, on).suffer();
        }
        try (SlowDiskCluster cluster = start(stage, folder.resolve("removal"))) {
            Seen seen = new Seen(suffering, new FaultyDisks(stage, cluster, fault, on).remove());
            stage.say("%s: %s %s", fault.label, on ? "on " : "off", seen);
            return seen;
        }
    }

    private static SlowDiskCluster start(Stage stage, Path folder) throws Exception {
        return SlowDiskCluster.start(
                stage.in(Files.createDirectories(folder)), DiskKind.SHARED, 2, FILE_BYTES, Map.of());
    }

    private static void judge(Outcome outcome, Fault fault, Seen off, Seen on) {
        String under = fault.label;
        outcome.figure(under + ", controlled", on)
                .atLeast(under + ": healthy disks, percent of what they gave before", on.beside.totalPercent, 98)
                .atMost(under + ": worst error of a share there, percent", on.beside.errorPercent, 2)
                .atMost(under + ": the same after a change of weights", on.beside.turnedErrorPercent, 2)
                .atMost(
                        under + ": removal of the disk, seconds beyond that without the hook",
                        beyond(on.removal.seconds, off.removal.seconds),
                        10)
                .atMost(
                        under + ": stop of the DataNode, seconds beyond that without the hook",
                        beyond(on.beside.stopSeconds, off.beside.stopSeconds),
                        10)
                .atLeast(
                        under + ": failed volumes, beyond those without the hook",
                        on.beside.failedVolumes - off.beside.failedVolumes,
                        0)
                .atMost(under + ": the same at most", on.beside.failedVolumes - off.beside.failedVolumes, 0)
                .atMost(
                        under + ": capacity told of the faulty disk beyond what it gives, percent of its rate",
                        on.beside.capacityPercent - fault.gives * 100,
                        5)
                .atMost(under + ": capacity told of it after its removal", on.removal.capacityPercent, 0);
    }

    /** What takes for ever without the hook, may with it. */
    private static double beyond(double on, double off) {
        return off == Double.POSITIVE_INFINITY ? 0 : on - off;
    }

    private LoadedDisk faulty() {
        return cluster.disks().get(DISKS - 1);
    }

    private Suffering suffer() throws Exception {
        cluster.weigh(List.of(4, 8));
        cluster.hook(on);
        String volume = faulty().clients().get(0).storage(faulty().folder() + "/file-0");
        List<List<Streams>> healthy =
                healthy().stream().map(disk -> start(disk, SHARES)).toList();
        List<Streams> all = healthy.stream().flatMap(List::stream).toList();
        Rates.over(SETTLING, all);
        List<Window> before = windows(healthy);
        List<Streams> suffering = fault == Fault.FULL
                ? List.of(Streams.writing(faulty().clients().get(0), "/more", 4, FILE_BYTES))
                : start(faulty(), SHARES);
        Rates.over(SETTLING.dividedBy(2), all);
        Spell spell = new Spell();
        try {
            Rates.over(SETTLING.dividedBy(2), all);
            List<Window> during = windows(healthy);
            cluster.weigh(List.of(8, 4));
            Rates.over(SETTLING.dividedBy(2), all);
            List<Window> turned = windows(healthy);
            double failed = ((Number) cluster.cluster()
                            .dataNode()
                            .bean("Hadoop:service=DataNode,name=FSDatasetState")
                            .get("NumFailedVolumes"))
                    .doubleValue();
            double told = capacityPercent(volume);
            all.forEach(Streams::check);
            Stream.of(before, during, turned).flatMap(List::stream).forEach(each -> stage.say("  %s", each.text()));
            closeSoon(Stream.concat(all.stream(), suffering.stream()).toList());
            return new Suffering(
                    error(SHARES, before),
                    total(during) / total(before) * 100,
                    error(SHARES, during),
                    error(TURNED, turned),
                    failed,
                    told,
                    stopSeconds());
        } finally {
            spell.end();
        }
    }

    private Removal remove() throws Exception {
        cluster.hook(on);
        String volume = faulty().clients().get(0).storage(faulty().folder() + "/file-0");
        List<Streams> suffering = start(faulty(), SHARES);
        Rates.over(SETTLING.dividedBy(2), suffering);
        Spell spell = new Spell();
        try {
            Rates.over(SETTLING.dividedBy(2), suffering);
            String others = healthy().stream().map(disk -> disk.disk().data()).collect(Collectors.joining(","));
            double seconds = seconds(() -> cluster.cluster().dataNode().reconfigure(Map.of(SlowDisk.DATA, others)));
            Rates.over(SETTLING.dividedBy(2), suffering);
            closeSoon(suffering);
            return new Removal(seconds, seconds == Double.POSITIVE_INFINITY ? 0 : capacityPercent(volume));
        } finally {
            spell.end();
        }
    }

    /** The fault, until it is ended, but for one of limited length. */
    private final class Spell {

        private static final long LENGTH_SECONDS = 60;
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

        Spell() throws IOException {
            fault.begin(faulty());
            if (fault == Fault.HANGS) {
                var unused =
                        timer.schedule(() -> Uncheck.run(() -> fault.end(faulty())), LENGTH_SECONDS, TimeUnit.SECONDS);
            }
        }

        void end() throws IOException {
            timer.shutdownNow();
            fault.end(faulty());
        }
    }

    /** Clients try for long to reach a DataNode that was stopped. */
    private static void closeSoon(List<Streams> streams) {
        Thread closing = new Thread(() -> streams.parallelStream().forEach(Streams::close), "closing");
        closing.setDaemon(true);
        closing.start();
    }

    /** What the hook tells of that volume, the most of {@code /jmx} and the coordinator's answer; 0 without it. */
    private double capacityPercent(String volume) throws IOException {
        if (!on) {
            return 0;
        }
        Stream<?> nodes = ((List<?>) cluster.get("/v1/nodes").get("nodes")).stream();
        Stream<?> told = nodes.flatMap(node -> ((List<?>) ((Map<?, ?>) node).get("volumes")).stream());
        List<?> figures = cluster.cluster().figures().rows("Disks");
        return DoubleStream.concat(
                                capacities(figures.stream(), volume, "capacity"),
                                capacities(told, volume, "capacityBytesPerSecond"))
                        .max()
                        .orElse(0)
                / stage.bytesPerSecond()
                * 100;
    }

    private static DoubleStream capacities(Stream<?> disks, String volume, String member) {
        return disks.map(Map.class::cast)
                .filter(disk -> disk.get("volume").equals(volume) && disk.get(member) != null)
                .mapToDouble(disk -> ((Number) disk.get(member)).doubleValue());
    }

    private List<LoadedDisk> healthy() {
        return cluster.disks().subList(0, DISKS - 1);
    }

    private static List<Streams> start(LoadedDisk disk, ShareCase shares) {
        return IntStream.range(0, shares.contenders().size())
                .mapToObj(tenant -> disk.start(tenant, shares.contenders().get(tenant)))
                .toList();
    }

    private List<Window> windows(List<List<Streams>> streams) {
        return stage.windows(healthy(), streams);
    }

    private static double total(List<Window> windows) {
        return windows.stream().mapToDouble(Window::total).sum();
    }

    private static double error(ShareCase shares, List<Window> windows) {
        return largest(each(windows, window -> shares.worstErrorPercent(window.rates())));
    }

    /** How long that takes; infinite if it fails. */
    private static double seconds(Runnable work) {
        long from = System.nanoTime();
        try {
            work.run();
            return (System.nanoTime() - from) / 1e9;
        } catch (RuntimeException failed) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** How long the DataNode takes to end when it is told to. */
    private double stopSeconds() throws Exception {
        ProcessHandle process =
                ProcessHandle.of(cluster.cluster().dataNode().process().pid()).orElseThrow();
        long from = System.nanoTime();
        process.destroy();
        try {
            process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return (System.nanoTime() - from) / 1e9;
        } catch (TimeoutException late) {
            process.destroyForcibly();
            return Double.POSITIVE_INFINITY;
        }
    }
}
