package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class ElectionTest {
    private static final URI ONE = URI.create("http://127.0.0.1:1");
    private static final URI TWO = URI.create("http://127.0.0.1:2");
    private static final Clock LONG_AGO = Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC);
    private static final Clock NEXT_CENTURY = Clock.fixed(Instant.parse("2126-01-01T00:00:00Z"), ZoneOffset.UTC);

    private final List<Election> candidates = new ArrayList<>();
    private TestingServer zookeeper;

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(true);
    }

    @AfterEach
    void stop() throws Exception {
        candidates.forEach(Election::close);
        zookeeper.close();
    }

    private Election candidate(URI self, Clock clock, TermListener listener) {
        return candidate(self, clock, listener, leader -> Probe.Sign.UNSURE);
    }

    private Election candidate(URI self, Clock clock, TermListener listener, Probe probe) {
        Election election = election(settings(Duration.ofSeconds(4)), clock, probe);
        candidates.add(election);
        election.start(self, listener);
        return election;
    }

    private ZooKeeperSettings settings(Duration session) {
        return ZooKeeperSettings.open(zookeeper.getConnectString(), "/hdfs-throttle", session);
    }

    private static Election election(ZooKeeperSettings settings, Clock clock, Probe probe) {
        try {
            return new Election(settings, "/hdfs-throttle/test", probe, clock);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Term leading(Election election) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> election.term().isPresent());
        return election.term().orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void leaderWhoseClockIsWrong_hasZooKeepersTime_andLeadsWhileNobodyElseCan() {
        for (Clock wrong : List.of(LONG_AGO, NEXT_CENTURY)) {
            Election election = candidate(ONE, wrong, new Silent());
            Term term = leading(election);

            for (Instant time :
                    List.of(Instant.ofEpochMilli(term.epoch()), election.clock().instant())) {
                assertThat(Duration.between(time, Instant.now()).abs()).isLessThan(Duration.ofMinutes(10));
            }
            election.close();
        }
    }

    @Test
    void leaderWhoseClockIsWrong_resignsForOneWhoseClockIsRight() {
        Election wrong = candidate(ONE, NEXT_CENTURY, new Silent());
        leading(wrong);
        Election right = candidate(TWO, Clock.systemUTC(), new Silent());
        leading(right);

        assertThat(wrong.term()).isEmpty();
        await().until(() -> wrong.leader().equals(Optional.of(TWO)));
        right.close();
        leading(wrong);
    }

    @Test
    void leaderThatIsGone_isReplacedAtOnce_andOneThatLivesNevertheless_endsItsTermAndWritesNothing() {
        Election first = candidate(ONE, Clock.systemUTC(), new Silent());
        Term deposed = leading(first);
        AtomicReference<Probe.Sign> sign = new AtomicReference<>(Probe.Sign.ANSWERS);
        AtomicInteger probes = new AtomicInteger();
        Election second = candidate(TWO, Clock.systemUTC(), new Silent(), leader -> {
            probes.incrementAndGet();
            return sign.get();
        });
        await().until(() -> probes.get() > Suspicion.ENOUGH);
        assertThat(first.term()).contains(deposed);

        sign.set(Probe.Sign.REFUSES);
        Term next = leading(second);

        assertThat(next.epoch()).isGreaterThan(deposed.epoch());
        assertThat(catchThrowableOfType(NotStored.class, () -> first.snapshots()
                                .write(deposed, Map.of("policy", bytes("late"))))
                        .reason())
                .isEqualTo(Reason.NOT_LEADING);
        await().until(() -> first.term().isEmpty());
        await().until(() -> first.leader().equals(Optional.of(TWO)));
        assertThat(second.term()).contains(next);
    }

    /** What it saw of the leader it saw without a network; with one, it asks once more. */
    @Test
    void observerWhoseOwnNetworkIsOut_deposesNobody() {
        Election first = candidate(ONE, Clock.systemUTC(), new Silent());
        Term term = leading(first);
        AtomicInteger probes = new AtomicInteger();
        int round = Suspicion.ENOUGH + 2;
        candidate(TWO, Clock.systemUTC(), new Silent(), leader -> {
            int place = probes.getAndIncrement() % round;
            return place == 0 || place == round - 1 ? Probe.Sign.ANSWERS : Probe.Sign.REFUSES;
        });

        await().atMost(Duration.ofSeconds(20)).until(() -> probes.get() > 4 * round);

        assertThat(first.term()).contains(term);
    }

    @Test
    void leaderWhoseElectionZnodeIsGone_stopsLeading() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        Election election = candidate(ONE, Clock.systemUTC(), new TermListener() {
            @Override
            public void begins(Term term) {
                told.add("begins");
            }

            @Override
            public void ends() {
                told.add("ends");
            }
        });
        Term before = leading(election);
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100))) {
            client.start();
            String folder = "/hdfs-throttle/test/leader";
            for (String name : client.getChildren().forPath(folder)) {
                client.delete().forPath(folder + "/" + name);
            }
        }

        await().until(() -> told.size() > 2);

        assertThat(told).startsWith("begins", "ends", "begins");
        assertThat(leading(election).epoch()).isGreaterThan(before.epoch());
    }

    /** Nodes of a right clock would be refused by it: it stands aside as long as another one can lead. */
    @Test
    void clockThatIsTenMinutesWrong_leadsOnlyWhileNobodyElseCan_andEndsNoLeaseEarly() {
        for (Duration wrong : List.of(Duration.ofMinutes(10), Duration.ofMinutes(-10))) {
            Election right = candidate(ONE, Clock.systemUTC(), new Silent());
            Term term = leading(right);
            Election off = candidate(TWO, Clock.offset(Clock.systemUTC(), wrong), new Silent());
            await().until(() -> off.leader().isPresent());
            assertThat(right.term()).contains(term);

            right.close();
            leading(off);
            assertThat(Duration.between(off.clock().instant(), Instant.now()).abs())
                    .isLessThan(Duration.ofMinutes(1));
            Election again = candidate(ONE, Clock.systemUTC(), new Silent());
            leading(again);

            assertThat(off.term()).isEmpty();
            off.close();
            again.close();
        }
    }

    @Test
    void writeOfADeposedLeader_isRefused() {
        Election first = candidate(ONE, Clock.systemUTC(), new Silent());
        Term deposed = leading(first);
        first.snapshots().write(deposed, "policy", bytes("first"));
        first.close();
        Election second = candidate(TWO, Clock.systemUTC(), new Silent());
        Term term = leading(second);

        NotStored refused =
                catchThrowableOfType(NotStored.class, () -> second.snapshots().write(deposed, "policy", bytes("late")));
        NotStored created =
                catchThrowableOfType(NotStored.class, () -> second.snapshots().write(deposed, "other", bytes("late")));

        assertThat(refused.reason()).isEqualTo(Reason.NOT_LEADING);
        assertThat(created.reason()).isEqualTo(Reason.NOT_LEADING);
        assertThat(second.snapshots().load("policy").orElseThrow()).isEqualTo(bytes("first"));
        assertThat(second.snapshots().load("other")).isEmpty();
        second.snapshots().write(term, "policy", bytes("second"));
        assertThat(second.snapshots().load("policy").orElseThrow()).isEqualTo(bytes("second"));
    }

    @Test
    void severalSnapshots_areWrittenAllOrNone() {
        Election first = candidate(ONE, Clock.systemUTC(), new Silent());
        Term deposed = leading(first);
        first.snapshots().write(deposed, Map.of("a", bytes("1"), "b", bytes("1")));
        first.snapshots().write(deposed, Map.of("b", bytes("2"), "c", bytes("2")));
        first.close();
        Election second = candidate(TWO, Clock.systemUTC(), new Silent());
        Term term = leading(second);

        NotStored refused = catchThrowableOfType(NotStored.class, () -> second.snapshots()
                .write(deposed, Map.of("a", bytes("late"), "d", bytes("late"))));
        NotStored tooLarge = catchThrowableOfType(NotStored.class, () -> second.snapshots()
                .write(
                        term,
                        Map.of(
                                "a", new byte[SnapshotStore.LARGEST_BYTES],
                                "b", new byte[SnapshotStore.LARGEST_BYTES],
                                "d", new byte[1])));

        assertThat(refused.reason()).isEqualTo(Reason.NOT_LEADING);
        assertThat(tooLarge.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(second.snapshots().load(List.of("a", "b", "c", "d")))
                .containsOnlyKeys("a", "b", "c")
                .containsEntry("a", bytes("1"))
                .containsEntry("b", bytes("2"))
                .containsEntry("c", bytes("2"));
    }

    @Test
    void snapshotThatIsTooLarge_isRefusedAndTheOldOneStays() {
        Election election = candidate(ONE, Clock.systemUTC(), new Silent());
        Term term = leading(election);
        byte[] largest = new byte[SnapshotStore.LARGEST_BYTES];
        election.snapshots().write(term, "policy", largest);

        NotStored refused = catchThrowableOfType(NotStored.class, () -> election.snapshots()
                .write(term, "policy", new byte[SnapshotStore.LARGEST_BYTES + 1]));

        assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refused).hasMessageContaining("262145").hasMessageContaining("262144");
        assertThat(election.snapshots().load("policy").orElseThrow()).isEqualTo(largest);
    }

    @Test
    void leaderThatCannotLoad_standsAgainUntilItCan() {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        Election election = candidate(ONE, Clock.systemUTC(), new TermListener() {
            @Override
            public void begins(Term term) {
                told.add("begins");
                if (told.size() < 3) {
                    throw new NotStored(Reason.OUTCOME_UNKNOWN, "not now");
                }
            }

            @Override
            public void ends() {
                told.add("ends");
            }
        });

        leading(election);

        assertThat(told).containsExactly("begins", "ends", "begins");
    }

    @Test
    void errorWhileTakingOver_releasesTheLatch() {
        Election broken = candidate(ONE, Clock.systemUTC(), new TermListener() {
            @Override
            public void begins(Term term) {
                throw new NoSuchMethodError("of a library that is not the one it was compiled with");
            }

            @Override
            public void ends() {}
        });
        await().until(() -> broken.leader().isEmpty());
        Election sound = candidate(TWO, Clock.systemUTC(), new Silent());

        leading(sound);

        assertThat(broken.term()).isEmpty();
    }

    @Test
    void errorWhileATermEnds_releasesTheLatch() {
        Election broken = candidate(ONE, Clock.systemUTC(), new TermListener() {
            @Override
            public void begins(Term term) {
                throw new NotStored(Reason.OUTCOME_UNKNOWN, "not now");
            }

            @Override
            public void ends() {
                throw new NoSuchMethodError("of a library that is not the one it was compiled with");
            }
        });
        Election sound = candidate(TWO, Clock.systemUTC(), new Silent());

        leading(sound);

        assertThat(broken.term()).isEmpty();
        candidates.remove(broken);
        assertThatExceptionOfType(NoSuchMethodError.class).isThrownBy(broken::close);
    }

    @Test
    void epochThatWasRaised_isExceededByTheNextTerm() {
        Election election = candidate(ONE, Clock.systemUTC(), new Silent());
        Term before = leading(election);
        long above = before.epoch() + Duration.ofDays(20_000).toMillis();

        election.raiseEpoch(above);

        await().until(() -> election.term().filter(term -> term.epoch() > above).isPresent());
        assertThat(election.term().orElseThrow().epoch()).isEqualTo(above + 1);
        assertThat(catchThrowableOfType(
                                NotStored.class, () -> election.snapshots().write(before, "policy", bytes("late")))
                        .reason())
                .isEqualTo(Reason.NOT_LEADING);
    }

    @Test
    void leader_isKnownToTheOthers() {
        Election first = candidate(ONE, Clock.systemUTC(), new Silent());
        leading(first);
        Election second = candidate(TWO, Clock.systemUTC(), new Silent());

        await().until(() -> second.leader().isPresent());

        assertThat(second.leader()).contains(ONE);
        assertThat(second.term()).isEmpty();
        assertThat(first.leader()).contains(ONE);
    }

    @Test
    void secondCoordinatorOfOneUrl_doesNotStand_andStandsOnceTheFirstIsGone() throws Exception {
        Election first = candidate(ONE, Clock.systemUTC(), new Silent());
        Term term = leading(first);
        Election second =
                candidate(URI.create(ONE.toString().toUpperCase(Locale.ROOT)), Clock.systemUTC(), new Silent());
        Election third = candidate(TWO, Clock.systemUTC(), new Silent());
        await().until(() -> third.leader().isPresent());
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100))) {
            client.start();
            await().until(second::standsAside);
            assertThat(client.getChildren().forPath("/hdfs-throttle/test/leader"))
                    .as("candidates: the first, and the one with a URL of its own")
                    .hasSize(2);
        }
        assertThat(second.leader()).as("it would be itself").isEmpty();
        assertThat(first.term()).contains(term);

        candidates.remove(third);
        third.close();
        first.close();
        assertThat(leading(second).epoch()).isGreaterThan(term.epoch());
    }

    @Test
    void coordinatorWhoseSessionEnded_claimsItsUrlAgain() throws Exception {
        Election election = candidate(ONE, Clock.systemUTC(), new Silent());
        Term before = leading(election);
        zookeeper.stop();
        await().until(() -> election.term().isEmpty());
        zookeeper.restart();
        assertThat(leading(election).epoch()).isGreaterThan(before.epoch());
        assertThat(election.standsAside()).isFalse();
    }

    @Test
    void nobody_leadsWithoutZooKeeper() throws Exception {
        zookeeper.stop();
        Election election = candidate(ONE, Clock.systemUTC(), new Silent());
        assertThat(election.term()).isEqualTo(Optional.empty());
        assertThat(election.leader()).isEmpty();

        zookeeper.restart();

        assertThat(leading(election).epoch()).isPositive();
    }
}
