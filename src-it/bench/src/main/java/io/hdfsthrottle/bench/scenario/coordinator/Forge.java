package io.hdfsthrottle.bench.scenario.coordinator;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.coordinator.HostileNames.Hostility;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Realm;
import io.hdfsthrottle.testkit.cluster.Realm.Protection;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.BlockReads;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** Hostile tags against a DataNode with block tokens, at each level of protection. */
public final class Forge {

    private static final long SEED = 20_261_124;
    private static final String FILE = "/data";
    private static final int FILE_BYTES = 4_096;
    private static final int CLIENTS = 4;
    private static final String GOLD = "gold";

    /** The hook's counters of refused tags; two of the kinds share one. */
    private static final List<String> FIGURES =
            Stream.of(Hostility.values()).map(kind -> kind.figure).distinct().toList();

    public static final Scenario SCENARIO = Scenario.named(
                    "forge",
                    "no forged, copied or broken tag counts, and no read fails of one",
                    Forge::play,
                    Choice.COUNT)
            .of(Stream.of(Protection.values()).map(Forge::label).toList());

    private final Cluster cluster;
    private final Realm realm;
    private final Map<String, String> settings;
    private final Map<String, Long> sent = new ConcurrentSkipListMap<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private Forge(Cluster cluster, Realm realm, Protection protection) {
        this.cluster = cluster;
        this.realm = realm;
        this.settings = realm.settings(protection);
    }

    private static String label(Protection protection) {
        return protection.name().toLowerCase(Locale.ROOT);
    }

    /** The results of one level of protection: how many tags each of the hook's figures has to count, and counted. */
    private record Level(
            String protection,
            int reads,
            double seconds,
            Map<String, Long> sent,
            Map<String, Long> counted,
            int failedReads,
            String firstFailure,
            long acceptedBytes,
            boolean rightTagCounts,
            long hookErrors) {

        double wronglyCounted() {
            return total(each(FIGURES, figure -> Math.abs(sent.get(figure) - counted.get(figure))));
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        List<Protection> protections = Stream.of(Protection.values())
                .filter(protection -> stage.plays(label(protection)))
                .toList();
        stage.say("%d reads in all, seed %d", stage.count(), SEED);
        List<Level> levels = new ArrayList<>();
        for (int i = 0; i < protections.size(); i++) {
            int share = (stage.count() + i) / protections.size();
            Level level = play(stage, protections.get(i), new SplittableRandom(SEED + i), share);
            stage.say("%s", level);
            levels.add(level);
        }
        String wrong = "tags not counted under their kind, or counted under another";
        double right = 100.0 * levels.stream().filter(Level::rightTagCounts).count() / levels.size();
        return new Outcome()
                .figure("seed", SEED)
                .figure("levels", levels)
                .atMost("bytes that hostile tags were accepted for", total(each(levels, Level::acceptedBytes)), 0)
                .atMost("reads that failed", total(each(levels, Level::failedReads)), 0)
                .atMost(wrong, total(each(levels, Level::wronglyCounted)), 0)
                .atMost("errors of the hook", total(each(levels, Level::hookErrors)), 0)
                .atLeast(VALID + "levels of protection at which the right tag counts, percent", right, 100);
    }

    private static Level play(Stage stage, Protection protection, SplittableRandom random, int count) throws Exception {
        Path folder = stage.folder().resolve(label(protection));
        Map<String, String> capacity = Map.of("hdfs.throttle.volume.capacity", "400m");
        try (Realm realm = stage.resources().own(Realm.open(folder.resolve("realm"), "alice", "bob", "carol"));
                Cluster cluster = stage.resources()
                        .own(Cluster.in(folder)
                                .kerberos(realm, protection)
                                .dataNode(capacity)
                                .start())) {
            return new Forge(cluster, realm, protection).level(label(protection), random, count);
        }
    }

    private Level level(String protection, SplittableRandom random, int count) throws Exception {
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
            long before = gold();
            rightTagCounts = isSoon(() -> {
                byte[] unused = alice.read(client(victims));
                return gold() >= before + FILE_BYTES;
            });
            // A DataNode asks about a tag when it first meets it, and does not know until then that it is dead.
            long dead = cluster.figures().number("DeadTags");
            await().until(() -> {
                byte[] unused = alice.read(client(ended));
                return cluster.figures().number("DeadTags") > dead;
            });
        }
        NodeKey nodeKey = NodeKey.parse(Files.readAllLines(Coordinator.nodeKey(cluster.rig(), "default")));
        long goldBefore = settledGold();
        HookFigures before = cluster.figures();
        FIGURES.forEach(figure -> sent.put(figure, 0L));
        long from = System.nanoTime();
        attack(expected, new HostileNames(victims, thirds, ended, nodeKey), random, count);
        double seconds = (System.nanoTime() - from) / 1e9;
        long accepted = settledGold() - goldBefore;
        HookFigures after = cluster.figures();
        Map<String, Long> counted = new TreeMap<>();
        FIGURES.forEach(figure -> counted.put(figure, after.number(figure) - before.number(figure)));
        return new Level(
                protection,
                count,
                seconds,
                sent,
                counted,
                failures.size(),
                failures.isEmpty() ? "" : failures.element(),
                accepted,
                rightTagCounts,
                after.number("Errors"));
    }

    private static String client(String tag) {
        return "DFSClient_" + tag + "_1_1";
    }

    private BlockReads reads(String user) throws IOException {
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

    /** All clients read at once, as another user than the tags' owners, a file whose contents they know. */
    private void attack(byte[] expected, HostileNames names, SplittableRandom random, int count) throws Exception {
        List<Callable<Integer>> clients = new ArrayList<>();
        Hostility[] kinds = Hostility.values();
        for (int i = 0; i < CLIENTS; i++) {
            SplittableRandom own = random.split();
            int share = (count + i) / CLIENTS;
            clients.add(() -> {
                try (BlockReads bob = reads("bob")) {
                    for (int read = 0; read < share; read++) {
                        Hostility kind = kinds[own.nextInt(kinds.length)];
                        sent.merge(kind.figure, 1L, Long::sum);
                        String name = names.next(kind, own);
                        try {
                            if (!Arrays.equals(bob.read(name), expected)) {
                                failures.add("other bytes for " + name);
                            }
                        } catch (IOException | RuntimeException error) {
                            failures.add(name + ": " + error);
                        }
                    }
                    return share;
                }
            });
        }
        Scale.allOf(CLIENTS, clients);
    }

    /** Once the hook's figures, which lag by a second, include all reads so far. */
    private long settledGold() throws InterruptedException {
        TimeUnit.SECONDS.sleep(3);
        return gold();
    }

    private long gold() {
        return (long) cluster.figures().tenant(GOLD, "bytes");
    }
}
