package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.minerva.MigratingFiles.States;
import io.hdfsthrottle.bench.scenario.minerva.TieredCluster.Storage;
import io.hdfsthrottle.bench.scenario.minerva.TieredCluster.Victim;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Scenario of a tenant's folders on memory and SSD (Minerva's pools): write rates there beside a folder on disk; that
 * files have the same bytes after moving on to the disk; and that nothing is lost or kept twice when coordinator,
 * satisfier and DataNode are killed repeatedly meanwhile, each at a random time after some files were written.
 */
public final class MinervaTiers {

    static final long SEED = 20_261_125;
    private static final Duration ARRIVAL = Duration.ofMinutes(2);

    private static final String PLAIN = "/plain";
    private static final String TEMPORARY = "/tiers/temporary";
    private static final String STABLE = "/tiers/stable";

    /** How files are written: with the hook off, to folders of HDFS's own command, or with it, to tiers. */
    private static final String RAW = "without HDFS";

    private static final String ALONE = "HDFS alone";
    private static final String TIER = "hdfs-throttle";
    private static final int MEBIBYTES = 256;
    private static final double BYTES = (long) MEBIBYTES << 20;

    public static final Scenario SCENARIO = Scenario.named(
                    "minerva-tiers",
                    "tiers are as fast as memory and SSD; files that go on are the same, and none is lost whoever is"
                            + " killed",
                    MinervaTiers::play,
                    Choice.RATE,
                    Choice.COUNT)
            .usually(30, 50);

    private MinervaTiers() {}

    private static Outcome play(Stage stage) throws Exception {
        int ssdRate = stage.diskRate() * Storage.SSD_TIMES;
        stage.say("memory, an SSD of %d and a disk of %d MiB/s, a cluster ...", ssdRate, stage.diskRate());
        List<Storage> storages = Storage.all(stage);
        Writes writes = new Writes(stage, storages, new LinkedHashMap<>());
        writes.raw();
        Outcome outcome = new Outcome().figure("diskMiBps", stage.diskRate()).figure("ssdMiBps", ssdRate);
        TieredCluster cluster = new TieredCluster(stage, storages);
        try (Hdfs hdfs = cluster.client(Map.of())) {
            hdfs.folder(PLAIN);
            hdfs.folder("/by-hand/memory", "LAZY_PERSIST");
            hdfs.folder("/by-hand/ssd", "ALL_SSD");
            writes.in(hdfs, ALONE, List.of("/by-hand/memory", "/by-hand/ssd", PLAIN));
            cluster.hook();
            cluster.tiers(hdfs, Duration.ofDays(1), Map.of(TEMPORARY, "LAZY_PERSIST", STABLE, "ALL_SSD"));
            writes.in(hdfs, TIER, List.of(TEMPORARY, STABLE, PLAIN));
        }
        writes.addTo(outcome);
        try (Hdfs hdfs = cluster.client(MigratingFiles.BLOCKS)) {
            cluster.tiers(hdfs, Duration.ofSeconds(1), MigratingFiles.TIERS);
            cluster.satisfy();
            MigratingFiles files = new MigratingFiles(cluster, hdfs, storages);
            files.write(12);
            addArrival(stage, outcome, "undisturbed", files);
            kill(stage, outcome, cluster, hdfs, files);
            addArrival(stage, outcome, "killed", files);
        }
        return outcome.figure("satisfierEndedByItself", cluster.revived())
                .atMost("killed: missing blocks by the NameNode", cluster.blocks("MissingBlocks"), 0)
                .atMost("killed: corrupt blocks by the NameNode", cluster.blocks("CorruptBlocks"), 0)
                .atMost("errors that the hook caught", cluster.hookErrors(), 0);
    }

    /** How so many files arrived on the disk. */
    private record Arrival(int files, int blocks, double seconds, List<String> lost) {}

    /** Waits for files to move on, and adds their state. */
    private static void addArrival(Stage stage, Outcome outcome, String when, MigratingFiles files) throws IOException {
        long from = System.nanoTime();
        TieredCluster.awaitAtMost(ARRIVAL, () -> files.moving() == 0);
        double seconds = (System.nanoTime() - from) / 1e9;
        int onTheWay = files.moving();
        stage.say("%s: %d files have not gone on after %.1f s", when, onTheWay, seconds);
        States stock = files.stock(Duration.ofSeconds(60));
        List<String> lost = stock.lost();
        int unexpected = stock.unexpected().size();
        int twice = stock.blocks(places -> places > 1).size();
        int nowhere = stock.blocks(places -> places == 0).size();
        outcome.figure(when, new Arrival(stock.written().size(), stock.places().size(), seconds, lost))
                .atMost(when + ": files lost or changed", lost.size(), 0)
                .atMost(when + ": files that no client wrote", unexpected, 0)
                .atMost(when + ": blocks in two places", twice, 0)
                .atMost(when + ": blocks nowhere", nowhere, 0)
                .atMost(when + ": files that have not gone on after " + ARRIVAL.toSeconds() + " s", onTheWay, 0);
    }

    /** Of whom, when after files were written, and how many were on their way. */
    record Kill(Victim victim, long afterMillis, int onTheirWay) {}

    /** So many kills, of victims and within the 8 s that files take to move, as the seed decides. */
    static List<Kill> kills(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        Victim[] victims = Victim.values();
        return Stream.generate(() -> new Kill(victims[random.nextInt(victims.length)], random.nextLong(8_000), 0))
                .limit(count)
                .toList();
    }

    /** Makes as many kills as the stage specifies; most have to come while files are moving. */
    private static void kill(Stage stage, Outcome outcome, TieredCluster cluster, Hdfs hdfs, MigratingFiles files)
            throws IOException {
        List<Kill> made = new ArrayList<>();
        stage.say("%d kills, seed %d", stage.count(), SEED);
        for (Kill kill : kills(SEED, stage.count())) {
            files.write(3);
            Rates.over(Duration.ofMillis(kill.afterMillis()), List.of());
            made.add(new Kill(kill.victim(), kill.afterMillis(), files.moving()));
            cluster.kill(kill.victim(), hdfs);
            stage.say("%s", made.get(made.size() - 1));
        }
        double early = made.stream().filter(kill -> kill.onTheirWay() > 0).count();
        outcome.figure("seed", SEED)
                .figure("kills", Figures.of(made))
                .atLeast(VALID + "kills while files were on their way, percent", early / stage.count() * 100, 50);
    }

    /** The rates of one thread that writes a file to each storage until its last byte is there, in bytes a second. */
    private record Writes(Stage stage, List<Storage> storages, Map<String, List<Double>> rates) {

        /** Writes out what is left, and notes the rate since then. */
        private void note(String how, Storage storage, long begun) {
            storage.flush().run();
            double rate = BYTES / ((System.nanoTime() - begun) / 1e9);
            String name = storage.type() + ", " + how;
            rates.computeIfAbsent(name, first -> new ArrayList<>()).add(rate);
            stage.say("%-26s %7.1f MB/s", name, rate / MEGA);
        }

        /** Measures a process outside HDFS; on disks by direct I/O, which waits for no dirty pages. */
        void raw() throws IOException {
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                for (Storage storage : storages) {
                    Path file = storage.mount().resolve("raw");
                    String how = storage.equals(storages.get(0)) ? "conv=fdatasync" : "oflag=direct";
                    long begun = System.nanoTime();
                    String unused = SystemCommands.output(
                            "dd", "if=/dev/zero", "of=" + file, "bs=4M", "count=" + MEBIBYTES / 4, how);
                    note(RAW, storage, begun);
                    Files.delete(file);
                    storage.flush().run();
                }
            }
        }

        /** Measures in HDFS, to a folder for each storage with files there. */
        void in(Hdfs hdfs, String how, List<String> folders) throws IOException {
            byte[] chunk = new byte[1 << 20];
            new SplittableRandom(MEBIBYTES).nextBytes(chunk);
            for (Storage storage : storages) {
                // A write to memory takes less than a second, on which a new process and its compiler have their part.
                int repeats = stage.repeats() * (storage.equals(storages.get(0)) ? 3 : 1);
                for (int repeat = 0; repeat < repeats; repeat++) {
                    String path = folders.get(storages.indexOf(storage)) + "/file-" + how + "-" + repeat;
                    long begun = System.nanoTime();
                    try (OutputStream out = hdfs.create(path)) {
                        for (int i = 0; i < MEBIBYTES; i++) {
                            out.write(chunk);
                        }
                    }
                    note(how, storage, begun);
                    Set<String> types = hdfs.storageTypes(path);
                    if (!types.equals(Set.of(storage.type()))) {
                        throw new IllegalStateException(path + ": not on " + storage.type() + ", but on " + types);
                    }
                    hdfs.delete(path);
                    // Its data is deleted some seconds later; full memory sends the next file elsewhere.
                    TieredCluster.awaitAtMost(Duration.ofSeconds(30), storage::isEmpty);
                    storage.flush().run();
                }
            }
        }

        private List<Double> rates(int storage, String how) {
            return rates.get(storages.get(storage).type() + ", " + how);
        }

        private double median(int storage, String how) {
            return Statistics.median(rates(storage, how));
        }

        /** HDFS itself may be slower than its storage: no tier can be faster than HDFS alone. */
        void addTo(Outcome outcome) {
            double temporary = median(0, TIER) / Math.min(median(0, RAW), median(0, ALONE)) * 100;
            double stable = median(1, TIER) / Math.min(median(1, RAW), median(1, ALONE)) * 100;
            List<Double> made = new ArrayList<>();
            for (int slow : List.of(1, 2)) {
                double rate = storages.get(slow).bytesPerSecond();
                made.addAll(Statistics.each(rates(slow, RAW), each -> each / rate * 100));
            }
            Figures figures = new Figures();
            rates.forEach(figures::megabytes);
            String disks = VALID + "disks without HDFS, ";
            String possible = "temporary: written, percent of memory or of HDFS alone, the slower, median";
            Figures seconds = new Figures();
            rates.forEach((name, all) -> seconds.small(name, Statistics.each(all, rate -> BYTES / rate)));
            outcome.figure("writesMBps", figures)
                    .figure("writeSeconds", seconds)
                    .figure("temporaryTimesPlain", median(0, TIER) / median(2, ALONE))
                    .figure("stableTimesPlain", median(1, TIER) / median(2, ALONE))
                    .atLeast(possible, temporary, 95)
                    .atLeast("stable: written, percent of the SSD or of HDFS alone, the slower, median", stable, 95)
                    .atLeast(disks + "least, percent of their rate", made, 95)
                    .atMost(disks + "most, percent of their rate", made, 105);
        }
    }
}
