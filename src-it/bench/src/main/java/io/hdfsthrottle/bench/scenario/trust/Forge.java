package io.hdfsthrottle.bench.scenario.trust;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Realm;
import io.hdfsthrottle.testkit.cluster.Realm.Protection;
import io.hdfsthrottle.testkit.hdfs.BlockReads;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Scenario of hostile tags against a DataNode with block tokens, at each level of protection: none is accepted, no read
 * fails, each is counted under its kind.
 */
public final class Forge {

    private static final long SEED = 20_261_124;
    private static final String HADOOP = "3.4";
    private static final String FILE = "/data";
    private static final int FILE_BYTES = 4_096;
    private static final int CLIENTS = 4;

    /** Of the hook's figures, which are of its last tick. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final String GOLD = "gold";

    /** The counters of tags refused for one reason; two of the kinds share one. */
    private static final List<String> FIGURES =
            List.of("ForgedTags", "CrossUserTags", "DeadTags", "MalformedTags", "OversizeTags");

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "forge",
                    "no forged, copied or broken tag counts, and no read fails of one",
                    Forge::play,
                    Choice.COUNT)
            .of(Stream.of(Protection.values()).map(Forge::label).toList());

    private final Cluster cluster;
    private final Realm realm;
    private final Map<String, String> settings;

    private Forge(Cluster cluster, Realm realm, Protection protection) {
        this.cluster = cluster;
        this.realm = realm;
        this.settings = realm.settings(protection);
    }

    private static String label(Protection protection) {
        return protection.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The results of one level of protection.
     *
     * @param counted by the hook, by its figures
     */
    private record Level(
            double seconds,
            ForgedReads.Result reads,
            Map<String, Long> counted,
            long acceptedBytes,
            boolean rightTagCounts,
            long errors) {

        double wronglyCounted() {
            return total(each(
                    FIGURES,
                    figure -> Math.abs(reads.sent().getOrDefault(figure, 0L) - counted.getOrDefault(figure, 0L))));
        }

        Figures figures(String protection, int count) {
            return new Figures()
                    .put("protection", protection)
                    .put("reads", count)
                    .put("seconds", seconds)
                    .put("sent", reads.sent())
                    .put("counted", counted)
                    .put("failedReads", reads.failed())
                    .put("firstFailure", reads.firstFailure())
                    .put("acceptedBytes", acceptedBytes)
                    .put("rightTagCounts", rightTagCounts)
                    .put("hookErrors", errors);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        List<Protection> protections = Stream.of(Protection.values())
                .filter(protection -> stage.plays(label(protection)))
                .toList();
        stage.say("%d reads in all, seed %d", stage.count(), SEED);
        List<Level> levels = new ArrayList<>();
        List<Figures> figures = new ArrayList<>();
        Map<String, List<Long>> series = new LinkedHashMap<>();
        int left = stage.count();
        for (int i = 0; i < protections.size(); i++) {
            int share = left / (protections.size() - i);
            left -= share;
            Level level = play(stage, protections.get(i), new SplittableRandom(SEED + i), share);
            levels.add(level);
            String label = label(protections.get(i));
            stage.say(
                    "%-14s %d reads in %.0f s, %d failed, %d bytes accepted; counted %s",
                    label, share, level.seconds(), level.reads().failed(), level.acceptedBytes(), level.counted());
            figures.add(level.figures(label, share));
            series.put(label + ", sent", ofFigures(level.reads().sent()));
            series.put(label + ", counted", ofFigures(level.counted()));
        }
        double right = 100.0 * levels.stream().filter(Level::rightTagCounts).count() / levels.size();
        return new Outcome()
                .figure("seed", SEED)
                .figure("levels", figures)
                .atMost("bytes that hostile tags were accepted for", total(each(levels, Level::acceptedBytes)), 0)
                .atMost(
                        "reads that failed",
                        total(each(levels, level -> level.reads().failed())),
                        0)
                .atMost(
                        "tags not counted under their kind, or counted under another",
                        total(each(levels, Level::wronglyCounted)),
                        0)
                .atMost("errors of the hook", total(each(levels, Level::errors)), 0)
                .atLeast(VALID + "levels of protection at which the right tag counts, percent", right, 100)
                .chart(Charts.bars("Hostile tags", "reads", FIGURES, series));
    }

    private static List<Long> ofFigures(Map<String, Long> reads) {
        return FIGURES.stream().map(figure -> reads.getOrDefault(figure, 0L)).toList();
    }

    private static Level play(Stage stage, Protection protection, SplittableRandom random, int count) throws Exception {
        Path folder = stage.folder().resolve(label(protection));
        Map<String, String> settings = Map.of("hdfs.throttle.volume.capacity", "400m");
        try (Realm realm = stage.resources().own(Realm.open(folder.resolve("realm"), "alice", "bob", "carol"));
                Cluster cluster = stage.resources()
                        .own(Cluster.in(folder)
                                .hadoop(HADOOP)
                                .kerberos(realm, protection)
                                .dataNode(settings)
                                .start())) {
            return new Forge(cluster, realm, protection).level(random, count);
        }
    }

    private Level level(SplittableRandom random, int count) throws Exception {
        cluster.coordinator().putTenant(GOLD, 8);
        String ended = cluster.register("app-ended", GOLD, "alice");
        String thirds = cluster.register("app-carol", GOLD, "carol");
        cluster.end("app-ended");
        String victims = cluster.register("app-alice", GOLD, "alice"); // last: once it counts, the rest is known
        try (Hdfs alice = Hdfs.tagged(cluster.nameNode(), realm.user("alice"), victims, settings)) {
            String unused = alice.write(FILE, FILE_BYTES, 1);
        }
        byte[] expected;
        boolean rightTagCounts;
        try (BlockReads alice = reads("alice")) {
            expected = alice.read(client(victims));
            long goldBefore = gold();
            rightTagCounts = isSoon(() -> {
                byte[] unused = alice.read(client(victims));
                return gold() >= goldBefore + FILE_BYTES;
            });
            // A DataNode asks about a tag when it first meets it, and does not know until then that it is dead.
            long deadBefore = hook().number("DeadTags");
            await().until(() -> {
                byte[] unused = alice.read(client(ended));
                return hook().number("DeadTags") > deadBefore;
            });
        }
        HookFigures before = hook();
        long goldBefore = settledGold();
        long from = System.nanoTime();
        ForgedReads.Result reads = attack(expected, new HostileNames(victims, thirds, ended), random, count);
        double seconds = (System.nanoTime() - from) / 1e9;
        Map<String, Long> sent = new TreeMap<>();
        FIGURES.forEach(figure -> sent.put(figure, reads.sent().getOrDefault(figure, 0L)));
        // If they differ, the bar reports it.
        boolean unused = isSoon(() -> counted(before).equals(sent));
        return new Level(
                seconds, reads, counted(before), settledGold() - goldBefore, rightTagCounts, hook().number("Errors"));
    }

    private static String client(String tag) {
        return "DFSClient_" + tag + "_1_1";
    }

    private BlockReads reads(String user) throws Exception {
        return BlockReads.of(cluster.nameNode(), realm.user(user), settings, FILE);
    }

    private static boolean isSoon(Callable<Boolean> condition) {
        try {
            await().until(condition);
            return true;
        } catch (ConditionTimeoutException never) {
            return false;
        }
    }

    /** All clients read at once as another user than the tags' owners. */
    private ForgedReads.Result attack(byte[] expected, HostileNames names, SplittableRandom random, int count)
            throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<BlockReads> connections = new ArrayList<>();
        try {
            List<Future<ForgedReads.Result>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                BlockReads bob = reads("bob");
                connections.add(bob);
                int share = count / CLIENTS + (i < count % CLIENTS ? 1 : 0);
                running.add(clients.submit(new ForgedReads(bob, expected, names, random.split(), share)));
            }
            ForgedReads.Result all = new ForgedReads.Result(Map.of(), 0, "");
            for (Future<ForgedReads.Result> each : running) {
                all = all.and(each.get());
            }
            return all;
        } finally {
            clients.shutdownNow();
            connections.forEach(BlockReads::close);
        }
    }

    private HookFigures hook() {
        return HookFigures.of(cluster.dataNode());
    }

    private Map<String, Long> counted(HookFigures before) {
        HookFigures now = hook();
        Map<String, Long> counted = new TreeMap<>();
        FIGURES.forEach(figure -> counted.put(figure, now.number(figure) - before.number(figure)));
        return counted;
    }

    /** Once the hook's figures, which lag by a second, include all reads so far. */
    private long settledGold() {
        AtomicLong last = new AtomicLong(-1);
        await().during(SETTLING).until(() -> {
            long now = gold();
            return last.getAndSet(now) == now;
        });
        return last.get();
    }

    private long gold() {
        return (long) hook().tenant(GOLD, "bytes");
    }
}
