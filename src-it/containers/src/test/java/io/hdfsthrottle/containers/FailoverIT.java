package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.containers.GrantObservations.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * What becomes of a cluster when its coordinators, or the ways to them, fail: every read goes on, DataNodes hear one
 * leader at a time, and a change of policy is everywhere within five seconds of there being a leader again. Every fault, or
 * with {@code -Dfailover.faults} some of {@code frozen}, {@code killed}, {@code from-zookeeper}, {@code
 * without-zookeeper}, {@code node-cut-off} and {@code wrong-clock}, separated by commas. The figures are in {@code
 * target/failover.txt}.
 */
@NeedsDocker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FailoverIT {
    private static final String FAULTS = System.getProperty("failover.faults", "all");
    private static final Duration PROMISED = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration AWAY = Duration.ofSeconds(15);

    /** With an error of more than five minutes, a coordinator rejects what DataNodes sign. */
    private static final String FAST_CLOCK =
            "LD_PRELOAD=$(dpkg -L libfaketime | grep 'libfaketime.so.1$')" + " FAKETIME=+4m";

    private final Transcript transcript = Transcript.in(Path.of("target/failover.txt"));
    private ControlPlane plane;
    private int priority = 1;

    @BeforeAll
    void start() {
        plane = ControlPlane.start(new Images(), Distribution.built().tarball());
    }

    @AfterAll
    void stop() {
        if (plane != null) {
            plane.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> faults() {
        Map<String, Runnable> all = new TreeMap<>(Map.of(
                "frozen", this::leaderIsFrozen_andWakesUp,
                "killed", this::leaderIsKilled,
                "from-zookeeper", this::leaderIsCutOffFromZooKeeper,
                "without-zookeeper", this::zooKeeperIsGone,
                "node-cut-off", this::aDataNodeIsCutOffFromTheCoordinators,
                "wrong-clock", this::theClockOfALeaderIsFast));
        List<String> asked = List.of(FAULTS.split(",", -1));
        assertThat(asked)
                .as("-Dfailover.faults")
                .isSubsetOf(
                        Stream.concat(Stream.of("all"), all.keySet().stream()).toList());
        return all.entrySet().stream()
                .filter(fault -> asked.contains("all") || asked.contains(fault.getKey()))
                .map(fault -> DynamicTest.dynamicTest(fault.getKey(), () -> play(fault.getValue())));
    }

    /** Whatever the fault is, no read fails, and no DataNode follows an earlier leader. */
    private void play(Runnable fault) {
        Map<String, Integer> before = reads();
        fault.run();
        for (String name : Fleet.DATA_NODES) {
            assertThat(plane.reads(name, "failed"))
                    .as("failed reads of %s: %s", name, plane.readErrors())
                    .isZero();
            assertThat(plane.observations().of(name).onlyRise())
                    .as("what %s went by", name)
                    .isTrue();
        }
        Map<String, Integer> after = reads();
        after.forEach((name, count) -> assertThat(count).as("reads of %s", name).isGreaterThan(before.get(name)));
        transcript.note("reads: %s before, %s after, none failed".formatted(before, after));
    }

    private Map<String, Integer> reads() {
        Map<String, Integer> reads = new TreeMap<>();
        Fleet.DATA_NODES.forEach(name -> reads.put(name, plane.reads(name, "read")));
        return reads;
    }

    private void leaderIsFrozen_andWakesUp() {
        GrantObservations.Observed former = leader();
        long from = plane.now();
        plane.host(former.who()).freeze();
        try {
            changeIsEverywhere("frozen", from, successorOf(former), Fleet.DATA_NODES);
            plane.putLater(former.who(), 77);
            await().atMost(PATIENCE).until(() -> plane.now() - from >= 2 * ControlPlane.SESSION.toMillis());
        } finally {
            plane.host(former.who()).thaw();
        }
        // 503 where the connection to ZooKeeper is not back yet, so the leader is unknown.
        await().atMost(PATIENCE).until(() -> !plane.late().isEmpty());
        assertThat(plane.late())
                .as("what the former leader was asked while it was frozen")
                .isIn("307", "503");
        long awake = plane.now();
        changeIsEverywhere("awake again", awake, leader(), Fleet.DATA_NODES);
    }

    private void leaderIsKilled() {
        GrantObservations.Observed former = leader();
        long from = plane.now();
        plane.kill(former.who());
        try {
            changeIsEverywhere("killed", from, successorOf(former), Fleet.DATA_NODES);
        } finally {
            restart(former.who());
        }
    }

    private void leaderIsCutOffFromZooKeeper() {
        GrantObservations.Observed former = leader();
        long from = plane.now();
        plane.cut(former.who(), ControlPlane.ZOOKEEPERS);
        try {
            changeIsEverywhere("cut off from ZooKeeper", from, successorOf(former), Fleet.DATA_NODES);
            assertThat(plane.put(former.who(), 77))
                    .as("a change through the former leader")
                    .isIn("307", "503");
        } finally {
            plane.mend(former.who(), ControlPlane.ZOOKEEPERS);
        }
        long reconnected = plane.now();
        changeIsEverywhere("reconnected", reconnected, leader(), Fleet.DATA_NODES);
    }

    private void zooKeeperIsGone() {
        GrantObservations.Observed former = leader();
        ControlPlane.ZOOKEEPERS.forEach(name -> plane.host(name).freeze());
        try {
            await().atMost(PATIENCE).until(() -> plane.observations().leader().isEmpty());
            long without = plane.now();
            await().atMost(PATIENCE).until(() -> plane.now() - without >= AWAY.toMillis());
            for (String name : ControlPlane.COORDINATORS) {
                assertThat(plane.put(name, 77)).as("a change through %s", name).isIn("307", "503");
            }
        } finally {
            ControlPlane.ZOOKEEPERS.forEach(name -> plane.host(name).thaw());
        }
        long back = plane.now();
        changeIsEverywhere("ZooKeeper is back", back, successorOf(former), Fleet.DATA_NODES);
    }

    private void aDataNodeIsCutOffFromTheCoordinators() {
        String lost = Fleet.DATA_NODES.get(0);
        List<String> others = Fleet.DATA_NODES.subList(1, Fleet.DATA_NODES.size());
        long from = plane.now();
        plane.cut(lost, ControlPlane.COORDINATORS);
        Version changed;
        try {
            changed = changeIsEverywhere("a DataNode is cut off", from, leader(), others);
            await().atMost(PATIENCE).until(() -> plane.now() - from >= AWAY.toMillis());
            assertThat(plane.observations().of(lost).first(changed))
                    .as("what is cut off hears nothing")
                    .isEmpty();
        } finally {
            plane.mend(lost, ControlPlane.COORDINATORS);
        }
        isWithinTheBar("the DataNode is back", plane.now(), changed, List.of(lost));
    }

    private void theClockOfALeaderIsFast() {
        GrantObservations.Observed former = leader();
        String fast = other(former.who());
        plane.kill(fast);
        plane.startCoordinator(fast, FAST_CLOCK);
        awaitFollower(fast);
        long killed = plane.now();
        plane.kill(former.who());
        GrantObservations.Observed early;
        try {
            early = successorOf(former);
            changeIsEverywhere("a fast clock leads", killed, early, Fleet.DATA_NODES);
        } finally {
            restart(former.who());
        }
        long again = plane.now();
        plane.kill(fast);
        try {
            changeIsEverywhere("a right clock leads again", again, successorOf(early), Fleet.DATA_NODES);
        } finally {
            restart(fast);
        }
    }

    private void restart(String coordinator) {
        plane.startCoordinator(coordinator);
        awaitFollower(coordinator);
    }

    private static String other(String coordinator) {
        return ControlPlane.COORDINATORS.stream()
                .filter(Predicate.not(coordinator::equals))
                .findFirst()
                .orElseThrow();
    }

    private GrantObservations.Observed leader() {
        await().atMost(PATIENCE).until(() -> plane.observations().leader().isPresent());
        return plane.observations().leader().orElseThrow();
    }

    /** The leader of a later term, the same coordinator or another, once there is one. */
    private GrantObservations.Observed successorOf(GrantObservations.Observed former) {
        Version later = new Version(former.version().orElseThrow().epoch() + 1, 0);
        await().atMost(PATIENCE).until(() -> plane.observations()
                .leader()
                .filter(seen -> isFrom(later, seen))
                .isPresent());
        GrantObservations.Observed seen = plane.observations().leader().orElseThrow();
        return plane.observations().of(seen.who()).first(later).orElseThrow();
    }

    private static boolean isFrom(Version least, GrantObservations.Observed observed) {
        return observed.version().orElseThrow().compareTo(least) >= 0;
    }

    private void awaitFollower(String coordinator) {
        await().atMost(PATIENCE).until(() -> plane.put(coordinator, 77).equals("307"));
    }

    /**
     * Changes the policy through the leader; these DataNodes have it within the promised time after it began to lead,
     * or after {@code from} if it led before.
     *
     * @return the version of the change
     */
    private Version changeIsEverywhere(
            String what, long from, GrantObservations.Observed leader, List<String> dataNodes) {
        long led = Math.max(from, leader.millis());
        priority = priority % 50 + 1;
        long changed = plane.change(leader.who(), priority);
        await().atMost(PATIENCE).until(() -> plane.observations()
                .since(changed)
                .of(leader.who())
                .first(new Version(1, 0))
                .isPresent());
        Version version = plane.observations()
                .since(changed)
                .of(leader.who())
                .first(new Version(1, 0))
                .flatMap(GrantObservations.Observed::version)
                .orElseThrow();
        transcript.note("%s: led after %.1f s, change taken after %.1f s more"
                .formatted(what, (led - from) / 1000.0, (changed - led) / 1000.0));
        isWithinTheBar(what, led, version, dataNodes);
        return version;
    }

    private void isWithinTheBar(String what, long from, Version version, List<String> dataNodes) {
        for (String name : dataNodes) {
            await().atMost(PATIENCE)
                    .until(() -> plane.observations().of(name).first(version).isPresent());
        }
        long last = dataNodes.stream()
                .mapToLong(name -> plane.observations()
                        .of(name)
                        .first(version)
                        .orElseThrow()
                        .millis())
                .max()
                .orElseThrow();
        transcript.note("%s: policy right on %s %.1f s later".formatted(what, dataNodes, (last - from) / 1000.0));
        assertThat(Duration.ofMillis(last - from)).as(what).isLessThanOrEqualTo(PROMISED);
    }
}
