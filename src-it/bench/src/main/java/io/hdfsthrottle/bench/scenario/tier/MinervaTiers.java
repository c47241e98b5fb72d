package io.hdfsthrottle.bench.scenario.tier;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Scenario of a tenant's folders on memory and SSD (Minerva's pools): write rates there beside a folder on disk; that
 * files have the same bytes after moving on to the disk; and that nothing is lost or kept twice when coordinator,
 * satisfier and DataNode are killed repeatedly meanwhile.
 */
public final class MinervaTiers implements Scenario {

    private static final int RATE = 30;
    private static final int KILLS = 50;
    private static final int FILES = 12;
    private static final double LEAST_PERCENT = 95;
    private static final double MOST_PERCENT = 105;
    private static final double LEAST_ON_THE_WAY_PERCENT = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(300);
    private static final String PLAIN = "/plain";
    private static final String TEMPORARY = "/tiers/temporary";
    private static final String STABLE = "/tiers/stable";

    @Override
    public String name() {
        return "minerva-tiers";
    }

    @Override
    public String shows() {
        return "tiers are as fast as memory and SSD; files that go on are the same, and none is lost whoever is killed";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.COUNT);
    }

    @Override
    public int usualRate() {
        return RATE;
    }

    @Override
    public int usualCount() {
        return KILLS;
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        stage.say(
                "memory, an SSD of %d and a disk of %d MiB/s, a cluster ...",
                stage.diskRate() * Storages.SSD_TIMES, stage.diskRate());
        Storages storages = Storages.made(stage);
        Writes writes = new Writes(stage);
        writes.raw(storages.all());
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("ssdMiBps", stage.diskRate() * Storages.SSD_TIMES);
        List<Bar> bars = new ArrayList<>();
        try (TieredCluster cluster = TieredCluster.start(stage, storages)) {
            try (Hdfs hdfs = cluster.client(Map.of())) {
                write(cluster, hdfs, writes, storages);
            }
            figures.put("writesMBps", writes.members());
            bars.addAll(bars(stage, writes, storages));
            try (Hdfs hdfs = cluster.client(MigratingFiles.BLOCKS)) {
                MigratingFiles journey = begun(cluster, hdfs, storages);
                journey.write(FILES);
                Arrival calm = Arrival.of(journey);
                stage.say("%d files went on in %.1f s", calm.stock().written().size(), calm.seconds());
                figures.put("undisturbed", calm.members());
                bars.addAll(calm.bars("undisturbed"));
                Killings kills = Killings.made(stage, cluster, hdfs, journey);
                Arrival after = Arrival.of(journey);
                stage.say(
                        "after %d kills: %d of %d files not gone on (tiers: %s), %d lost, %d blocks in two places",
                        kills.all(),
                        after.onTheWay(),
                        after.stock().written().size(),
                        journey.summary(),
                        after.stock().lost().size(),
                        after.stock().twice().size());
                figures.put("kills", kills.members());
                figures.put("satisfierEndedByItself", cluster.revived());
                figures.put("killed", after.members());
                bars.addAll(after.bars("killed"));
                bars.add(Bar.atMost(
                        "killed: missing blocks by the NameNode", (double) cluster.blocks("MissingBlocks"), 0));
                bars.add(Bar.atMost(
                        "killed: corrupt blocks by the NameNode", (double) cluster.blocks("CorruptBlocks"), 0));
                bars.add(Bar.atMost("errors that the hook caught", (double) cluster.hookErrors(), 0));
                bars.add(Bar.atLeast(
                        Validity.VALID + "kills while files were on their way, percent",
                        100.0 * kills.onTheWay() / kills.all(),
                        LEAST_ON_THE_WAY_PERCENT));
            }
        }
        return new Outcome(
                figures,
                bars,
                List.of(Charts.bars(
                        "A file of one writer, to its last byte",
                        "MB/s, median",
                        storages.all().stream().map(Storage::type).toList(),
                        writes.series(storages.all()))));
    }

    /** First without the hook, to manually created folders, then with it to tiers: the same storages. */
    private static void write(TieredCluster cluster, Hdfs hdfs, Writes writes, Storages storages) throws Exception {
        hdfs.folder(PLAIN);
        hdfs.folder("/by-hand/memory", "LAZY_PERSIST");
        hdfs.folder("/by-hand/ssd", "ALL_SSD");
        hdfs.folder(TEMPORARY);
        hdfs.folder(STABLE);
        writes.in(hdfs, Writes.byHand(storages.memory()), "/by-hand/memory", storages.memory());
        writes.in(hdfs, Writes.byHand(storages.ssd()), "/by-hand/ssd", storages.ssd());
        writes.in(hdfs, Writes.byHand(storages.disk()), PLAIN, storages.disk());
        cluster.hook();
        cluster.tiers(Map.of(
                "temporary", Map.of("path", TEMPORARY, "policy", "LAZY_PERSIST", "after", "24h"),
                "stable", Map.of("path", STABLE, "policy", "ALL_SSD", "after", "24h")));
        awaitPolicies(hdfs, Map.of(TEMPORARY, "LAZY_PERSIST", STABLE, "ALL_SSD"));
        writes.in(hdfs, Writes.tier(storages.memory()), TEMPORARY, storages.memory());
        writes.in(hdfs, Writes.tier(storages.ssd()), STABLE, storages.ssd());
        writes.in(hdfs, Writes.tier(storages.disk()), PLAIN, storages.disk());
    }

    private static MigratingFiles begun(TieredCluster cluster, Hdfs hdfs, Storages storages) throws Exception {
        hdfs.folder(MigratingFiles.TEMPORARY);
        hdfs.folder(MigratingFiles.STABLE);
        cluster.tiers(MigratingFiles.TIERS);
        awaitPolicies(hdfs, Map.of(MigratingFiles.TEMPORARY, "ALL_SSD", MigratingFiles.STABLE, "ONE_SSD"));
        cluster.satisfy();
        return new MigratingFiles(cluster, hdfs, storages);
    }

    private static void awaitPolicies(Hdfs hdfs, Map<String, String> policies) {
        policies.forEach((folder, policy) -> await(folder + " with " + policy)
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> hdfs.storagePolicy(folder).equals(policy)));
    }

    /** HDFS itself may be slower than memory: no tier can be faster than HDFS alone. */
    private static List<Bar> bars(Stage stage, Writes writes, Storages storages) {
        Storage memory = storages.memory();
        double temporary = percent(
                writes.median(Writes.tier(memory)),
                Math.min(writes.median(Writes.raw(memory)), writes.median(Writes.byHand(memory))));
        double stable = percent(writes.median(Writes.tier(storages.ssd())), writes.median(Writes.raw(storages.ssd())));
        double plain = writes.median(Writes.tier(storages.disk()));
        stage.say(
                "temporary: %.1f %% of what can be, %.1f times a plain folder; stable: %.1f %%, %.1f times",
                temporary,
                writes.median(Writes.tier(memory)) / plain,
                stable,
                writes.median(Writes.tier(storages.ssd())) / plain);
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atLeast(
                "temporary: written, percent of memory or of HDFS alone, the slower, median",
                temporary,
                LEAST_PERCENT));
        bars.add(Bar.atLeast("stable: written, percent of the SSD without HDFS, median", stable, LEAST_PERCENT));
        bars.addAll(asFastAsMade(stage, writes, storages));
        return bars;
    }

    private static double percent(double part, double whole) {
        return part / whole * 100;
    }

    private static List<Bar> asFastAsMade(Stage stage, Writes writes, Storages storages) {
        double mebibytes = 1 << 20;
        List<Double> percents = Stream.concat(
                        writes.rates(Writes.raw(storages.ssd())).stream()
                                .map(rate -> rate / (stage.diskRate() * Storages.SSD_TIMES * mebibytes)),
                        writes.rates(Writes.raw(storages.disk())).stream()
                                .map(rate -> rate / (stage.diskRate() * mebibytes)))
                .map(part -> part * 100)
                .toList();
        return List.of(
                Bar.atLeast(
                        Validity.VALID + "disks without HDFS, least, percent of their rate",
                        Statistics.smallest(percents),
                        LEAST_PERCENT),
                Bar.atMost(
                        Validity.VALID + "disks without HDFS, most, percent of their rate",
                        Statistics.largest(percents),
                        MOST_PERCENT));
    }
}
