package io.hdfsthrottle.bench.scenario.trust;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Realm;
import io.hdfsthrottle.testkit.cluster.Realm.Protection;
import io.hdfsthrottle.testkit.hdfs.BlockReads;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Scenario of hostile tags against a DataNode with block tokens, at each level of protection: none is accepted, no read
 * fails, each is counted under its kind.
 */
public final class Forge implements Scenario {

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

    @Override
    public String name() {
        return "forge";
    }

    @Override
    public String shows() {
        return "no forged, copied or broken tag counts, and no read fails of one";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.COUNT);
    }

    @Override
    public List<String> cases() {
        return Arrays.stream(Protection.values()).map(Forge::label).toList();
    }

    private static String label(Protection protection) {
        return protection.name().toLowerCase(Locale.ROOT);
    }

    /** The results of one level of protection. */
    private record Level(
            Protection protection,
            double seconds,
            Map<String, Long> sent,
            Map<String, Long> counted,
            long failed,
            String firstFailure,
            long acceptedBytes,
            boolean rightTagCounts,
            long errors) {

        long wronglyCounted() {
            return FIGURES.stream()
                    .mapToLong(figure -> Math.abs(sent.getOrDefault(figure, 0L) - counted.get(figure)))
                    .sum();
        }

        long reads() {
            return sent.values().stream().mapToLong(Long::longValue).sum();
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("protection", label(protection));
            members.put("reads", reads());
            members.put("seconds", seconds);
            members.put("sent", sent);
            members.put("counted", counted);
            members.put("failedReads", failed);
            members.put("firstFailure", firstFailure);
            members.put("acceptedBytes", acceptedBytes);
            members.put("rightTagCounts", rightTagCounts);
            members.put("hookErrors", errors);
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<Protection> levels = Arrays.stream(Protection.values())
                .filter(protection -> stage.plays(label(protection)))
                .toList();
        stage.say("%d reads in all, seed %d", stage.count(), SEED);
        List<Level> found = new ArrayList<>();
        int left = stage.count();
        for (int i = 0; i < levels.size(); i++) {
            int share = left / (levels.size() - i);
            left -= share;
            Level level = play(stage, levels.get(i), new SplittableRandom(SEED + i), share);
            found.add(level);
            stage.say(
                    "%-14s %d reads in %.0f s, %d failed, %d bytes accepted; counted %s",
                    label(level.protection()),
                    level.reads(),
                    level.seconds(),
                    level.failed(),
                    level.acceptedBytes(),
                    level.counted());
        }
        return outcome(found);
    }

    private static Level play(Stage stage, Protection protection, SplittableRandom random, int count) throws Exception {
        Path folder = stage.folder().resolve(label(protection));
        try (Realm realm = stage.resources().own(Realm.open(folder.resolve("realm"), "alice", "bob", "carol"));
                Cluster cluster = stage.resources()
                        .own(Cluster.start(
                                folder, HADOOP, realm, protection, Map.of("hdfs.throttle.volume.capacity", "400m")))) {
            return play(cluster, realm, protection, random, count);
        }
    }

    private static Level play(Cluster cluster, Realm realm, Protection protection, SplittableRandom random, int count)
            throws Exception {
        Map<String, String> settings = realm.settings(protection);
        cluster.coordinator().putTenant(GOLD, 8);
        String ended = cluster.register("app-ended", GOLD, "alice");
        String thirds = cluster.register("app-carol", GOLD, "carol");
        cluster.end("app-ended");
        String victims = cluster.register("app-alice", GOLD, "alice"); // last: once it counts, the rest is known
        try (Hdfs alice = Hdfs.tagged(cluster.nameNode(), realm.user("alice"), victims, settings)) {
            alice.write(FILE, FILE_BYTES, 1);
        }
        byte[] expected;
        boolean rightTagCounts;
        try (BlockReads alice = BlockReads.of(cluster.nameNode(), realm.user("alice"), settings, FILE)) {
            expected = alice.read("DFSClient_" + victims + "_1_1");
            rightTagCounts = counts(cluster, alice, victims);
            awaitDead(cluster, alice, ended);
        }
        HookFigures before = HookFigures.of(cluster.dataNode());
        long goldBefore = settledGold(cluster);
        long from = System.nanoTime();
        List<ForgedReads.Result> results =
                reads(cluster, realm, settings, expected, new HostileNames(victims, thirds, ended), random, count);
        double seconds = (System.nanoTime() - from) / 1e9;
        Map<String, Long> sent = sent(results);
        try {
            await().until(() -> counted(cluster, before).equals(sent));
        } catch (ConditionTimeoutException differs) {
            // The bar reports it.
        }
        return new Level(
                protection,
                seconds,
                sent,
                counted(cluster, before),
                results.stream().mapToLong(ForgedReads.Result::failed).sum(),
                results.stream()
                        .map(ForgedReads.Result::firstFailure)
                        .filter(failure -> !failure.isEmpty())
                        .findFirst()
                        .orElse(""),
                settledGold(cluster) - goldBefore,
                rightTagCounts,
                HookFigures.of(cluster.dataNode()).number("Errors"));
    }

    private static boolean counts(Cluster cluster, BlockReads alice, String victims) {
        long before = gold(cluster);
        try {
            await().until(() -> {
                alice.read("DFSClient_" + victims + "_1_1");
                return gold(cluster) >= before + FILE_BYTES;
            });
            return true;
        } catch (ConditionTimeoutException never) {
            return false;
        }
    }

    /** A DataNode asks about a tag when it first meets it, and does not know until then that it is dead. */
    private static void awaitDead(Cluster cluster, BlockReads alice, String ended) {
        long before = HookFigures.of(cluster.dataNode()).number("DeadTags");
        await().until(() -> {
            alice.read("DFSClient_" + ended + "_1_1");
            return HookFigures.of(cluster.dataNode()).number("DeadTags") > before;
        });
    }

    private static List<ForgedReads.Result> reads(
            Cluster cluster,
            Realm realm,
            Map<String, String> settings,
            byte[] expected,
            HostileNames names,
            SplittableRandom random,
            int count)
            throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<BlockReads> connections = new ArrayList<>();
        try {
            List<Future<ForgedReads.Result>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                BlockReads bob = BlockReads.of(cluster.nameNode(), realm.user("bob"), settings, FILE);
                connections.add(bob);
                int share = count / CLIENTS + (i < count % CLIENTS ? 1 : 0);
                running.add(clients.submit(new ForgedReads(bob, expected, names, random.split(), share)));
            }
            List<ForgedReads.Result> results = new ArrayList<>();
            for (Future<ForgedReads.Result> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            clients.shutdownNow();
            connections.forEach(BlockReads::close);
        }
    }

    private static Map<String, Long> sent(List<ForgedReads.Result> results) {
        Map<String, Long> sent = new TreeMap<>();
        FIGURES.forEach(figure -> sent.put(figure, 0L));
        results.forEach(result -> result.sent().forEach((kind, reads) -> sent.merge(kind.figure(), reads, Long::sum)));
        return sent;
    }

    private static Map<String, Long> counted(Cluster cluster, HookFigures before) {
        HookFigures now = HookFigures.of(cluster.dataNode());
        Map<String, Long> counted = new TreeMap<>();
        FIGURES.forEach(figure -> counted.put(figure, now.number(figure) - before.number(figure)));
        return counted;
    }

    /** Once the hook's figures, which lag by a second, include all reads so far. */
    private static long settledGold(Cluster cluster) {
        AtomicLong last = new AtomicLong(-1);
        await().during(SETTLING).until(() -> {
            long now = gold(cluster);
            return last.getAndSet(now) == now;
        });
        return last.get();
    }

    private static long gold(Cluster cluster) {
        return (long) HookFigures.of(cluster.dataNode()).tenant(GOLD, "bytes");
    }

    private static double sum(List<Level> levels, ToDoubleFunction<Level> part) {
        return levels.stream().mapToDouble(part).sum();
    }

    private static Outcome outcome(List<Level> levels) throws IOException {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("seed", SEED);
        figures.put("levels", levels.stream().map(Level::members).toList());
        List<Bar> bars = List.of(
                Bar.atMost("bytes that hostile tags were accepted for", sum(levels, Level::acceptedBytes), 0),
                Bar.atMost("reads that failed", sum(levels, Level::failed), 0),
                Bar.atMost(
                        "tags not counted under their kind, or counted under another",
                        sum(levels, Level::wronglyCounted),
                        0),
                Bar.atMost("errors of the hook", sum(levels, Level::errors), 0),
                Bar.atLeast(
                        "valid run: levels of protection at which the right tag counts, percent",
                        100.0 * levels.stream().filter(Level::rightTagCounts).count() / levels.size(),
                        100));
        Map<String, List<Long>> series = new LinkedHashMap<>();
        for (Level level : levels) {
            series.put(
                    label(level.protection()) + ", sent",
                    FIGURES.stream().map(level.sent()::get).toList());
            series.put(
                    label(level.protection()) + ", counted",
                    FIGURES.stream().map(level.counted()::get).toList());
        }
        return new Outcome(figures, bars, List.of(Charts.bars("Hostile tags", "reads", FIGURES, series)));
    }
}
