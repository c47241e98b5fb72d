package io.hdfsthrottle.bench.scenario.tier;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.tier.Victim.Kill;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario of a tenant's folders on memory and SSD (Minerva's pools): write rates there beside a folder on disk; that
 * files have the same bytes after moving on to the disk; and that nothing is lost or kept twice when coordinator,
 * satisfier and DataNode are killed repeatedly meanwhile, each at a random time after some files were written.
 */
public final class MinervaTiers {

    static final long SEED = 20_261_125;
    private static final int RATE = 30;
    private static final int KILLS = 50;
    private static final int FILES = 12;
    private static final int FILES_BEFORE_A_KILL = 3;
    private static final double LEAST_PERCENT = 95;
    private static final Duration ARRIVAL = Duration.ofMinutes(2);
    private static final Duration DELETION = Duration.ofSeconds(60);
    private static final String PLAIN = "/plain";
    private static final String TEMPORARY = "/tiers/temporary";
    private static final String STABLE = "/tiers/stable";

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "minerva-tiers",
                    "tiers are as fast as memory and SSD; files that go on are the same, and none is lost whoever is killed",
                    stage -> new MinervaTiers(stage).play(),
                    Choice.RATE,
                    Choice.COUNT)
            .usually(RATE, KILLS);

    private final Stage stage;
    private final List<Storage> storages;
    private final Storage memory;
    private final Storage ssd;
    private final Storage disk;
    private final Writes writes;
    private final Outcome outcome = new Outcome();

    private MinervaTiers(Stage stage) throws IOException {
        this.stage = stage;
        stage.say(
                "memory, an SSD of %d and a disk of %d MiB/s, a cluster ...",
                stage.diskRate() * Storage.SSD_TIMES, stage.diskRate());
        storages = Storage.all(stage);
        memory = storages.get(0);
        ssd = storages.get(1);
        disk = storages.get(2);
        writes = new Writes(stage);
    }

    private Outcome play() throws Exception {
        writes.raw(storages);
        outcome.figure("diskMiBps", stage.diskRate()).figure("ssdMiBps", stage.diskRate() * Storage.SSD_TIMES);
        try (TieredCluster cluster = new TieredCluster(stage, storages)) {
            try (Hdfs hdfs = cluster.client(Map.of())) {
                write(cluster, hdfs);
            }
            addWrites();
            try (Hdfs hdfs = cluster.client(MigratingFiles.BLOCKS)) {
                migrate(cluster, hdfs);
            }
        }
        return outcome.chart(Charts.bars(
                "A file of one writer, to its last byte",
                "MB/s, median",
                storages.stream().map(Storage::type).toList(),
                writes.series(storages)));
    }

    /** First without the hook, to manually created folders, then with it to tiers: the same storages. */
    private void write(TieredCluster cluster, Hdfs hdfs) throws Exception {
        hdfs.folder(PLAIN);
        hdfs.folder("/by-hand/memory", "LAZY_PERSIST");
        hdfs.folder("/by-hand/ssd", "ALL_SSD");
        hdfs.folder(TEMPORARY);
        hdfs.folder(STABLE);
        writes.in(hdfs, Writes.ALONE, "/by-hand/memory", memory);
        writes.in(hdfs, Writes.ALONE, "/by-hand/ssd", ssd);
        writes.in(hdfs, Writes.ALONE, PLAIN, disk);
        cluster.hook();
        cluster.tiers(Map.of(
                "temporary", Map.of("path", TEMPORARY, "policy", "LAZY_PERSIST", "after", "24h"),
                "stable", Map.of("path", STABLE, "policy", "ALL_SSD", "after", "24h")));
        awaitPolicy(hdfs, TEMPORARY, "LAZY_PERSIST");
        awaitPolicy(hdfs, STABLE, "ALL_SSD");
        writes.in(hdfs, Writes.TIER, TEMPORARY, memory);
        writes.in(hdfs, Writes.TIER, STABLE, ssd);
        writes.in(hdfs, Writes.TIER, PLAIN, disk);
    }

    private static void awaitPolicy(Hdfs hdfs, String folder, String policy) {
        TieredCluster.awaited(
                folder + " with " + policy, () -> hdfs.storagePolicy(folder).equals(policy));
    }

    /** HDFS itself may be slower than memory: no tier can be faster than HDFS alone. */
    private void addWrites() {
        double possible = Math.min(writes.median(Writes.RAW, memory), writes.median(Writes.ALONE, memory));
        double temporary = writes.median(Writes.TIER, memory) / possible * 100;
        double stable = writes.median(Writes.TIER, ssd) / writes.median(Writes.RAW, ssd) * 100;
        double plain = writes.median(Writes.TIER, disk);
        stage.say(
                "temporary: %.1f %% of what can be, %.1f times a plain folder; stable: %.1f %%, %.1f times",
                temporary, writes.median(Writes.TIER, memory) / plain, stable, writes.median(Writes.TIER, ssd) / plain);
        double rate = stage.diskRate() * (double) (1 << 20);
        List<Double> made =
                new ArrayList<>(each(writes.rates(Writes.RAW, ssd), one -> one / (rate * Storage.SSD_TIMES) * 100));
        made.addAll(each(writes.rates(Writes.RAW, disk), one -> one / rate * 100));
        String disks = VALID + "disks without HDFS, ";
        outcome.figure("writesMBps", writes.figures())
                .atLeast(
                        "temporary: written, percent of memory or of HDFS alone, the slower, median",
                        temporary,
                        LEAST_PERCENT)
                .atLeast("stable: written, percent of the SSD without HDFS, median", stable, LEAST_PERCENT)
                .atLeast(disks + "least, percent of their rate", made, LEAST_PERCENT)
                .atMost(disks + "most, percent of their rate", made, 105);
    }

    private void migrate(TieredCluster cluster, Hdfs hdfs) throws Exception {
        hdfs.folder(MigratingFiles.TEMPORARY);
        hdfs.folder(MigratingFiles.STABLE);
        cluster.tiers(MigratingFiles.TIERS);
        awaitPolicy(hdfs, MigratingFiles.TEMPORARY, "ALL_SSD");
        awaitPolicy(hdfs, MigratingFiles.STABLE, "ONE_SSD");
        cluster.satisfy();
        MigratingFiles files = new MigratingFiles(cluster, hdfs, storages);
        files.write(FILES);
        addArrival("undisturbed", cluster, files);
        int onTheWay = kill(cluster, hdfs, files);
        addArrival("killed", cluster, files);
        outcome.figure("satisfierEndedByItself", cluster.revived())
                .atMost("killed: missing blocks by the NameNode", (double) cluster.blocks("MissingBlocks"), 0)
                .atMost("killed: corrupt blocks by the NameNode", (double) cluster.blocks("CorruptBlocks"), 0)
                .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0)
                .atLeast(VALID + "kills while files were on their way, percent", 100.0 * onTheWay / stage.count(), 50);
    }

    /** Waits for files to move on, and adds their state. */
    private void addArrival(String when, TieredCluster cluster, MigratingFiles files) throws IOException {
        double seconds = files.await(ARRIVAL);
        int onTheWay = files.onTheWay().size();
        FileStates stock = files.stock(DELETION);
        stage.say(
                "%s: %d of %d files not gone on after %.1f s (tiers: %s), %d lost, %d blocks in two places",
                when,
                onTheWay,
                stock.written().size(),
                seconds,
                cluster.states(),
                stock.lost().size(),
                stock.twice().size());
        outcome.figure(
                        when,
                        new Figures()
                                .put("files", stock.written().size())
                                .put("blocks", stock.places().size())
                                .put("seconds", seconds)
                                .put("lost", List.copyOf(stock.lost()))
                                .put("notGoneOn", onTheWay))
                .atMost(when + ": files lost or changed", stock.lost().size(), 0)
                .atMost(
                        when + ": files that no client wrote",
                        stock.unexpected().size(),
                        0)
                .atMost(when + ": blocks in two places", stock.twice().size(), 0)
                .atMost(when + ": blocks nowhere", stock.nowhere().size(), 0)
                .atMost(when + ": files that have not gone on after " + ARRIVAL.toSeconds() + " s", onTheWay, 0);
    }

    /** Makes as many kills as the stage specifies; returns how many came while files were moving. */
    private int kill(TieredCluster cluster, Hdfs hdfs, MigratingFiles files) throws Exception {
        Map<Victim, Integer> number = new EnumMap<>(Victim.class);
        int onTheWay = 0;
        int made = 0;
        stage.say("%d kills, seed %d", stage.count(), SEED);
        for (Kill kill : Victim.kills(SEED, stage.count()).toList()) {
            files.write(FILES_BEFORE_A_KILL);
            Rates.over(kill.after(), List.of());
            int moving = files.onTheWay().size();
            onTheWay += moving > 0 ? 1 : 0;
            cluster.kill(kill.victim(), hdfs);
            number.merge(kill.victim(), 1, Integer::sum);
            made++;
            stage.say(
                    "kill %3d: %-12s %4d ms after files were written, %d on their way",
                    made, kill.victim(), kill.after().toMillis(), moving);
        }
        Figures figures = new Figures().put("seed", SEED);
        number.forEach((victim, count) -> figures.put(victim.toString(), count));
        outcome.figure("kills", figures.put("whileFilesWereOnTheirWay", onTheWay));
        return onTheWay;
    }
}
