package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.HandSetClock;
import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Held;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment.State;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchBook.Result;
import io.hdfsthrottle.coordinator.state.NotStored;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class LaunchBookTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private static final long NOW = 1_800_000_000L;

    private final HandSetClock clock = new HandSetClock(NOW);
    private final Imagined backend = new Imagined();
    private final List<Deployment> ended = new ArrayList<>();
    private final ImaginedLessor leases = new ImaginedLessor(clock);
    private LaunchBook book;
    private int names;
    private long now = NOW;

    /** Processes that only the test starts and ends. */
    private static final class Imagined implements Backend {
        private final Map<String, ProcessState> sights = new TreeMap<>();
        private final List<String> told = new ArrayList<>();
        private List<Deployment> left = List.of();
        private List<Set<String>> sets = List.of(Set.of("DS-1-1", "DS-1-2", "DS-1-3"));
        private List<Integer> hosts = List.of(1);
        private String trouble = "";
        private Runnable meanwhile = () -> {};
        private boolean broken;

        @Override
        public List<Set<String>> volumes(Order order) {
            return sets;
        }

        @Override
        public List<Integer> hosts(Order order) {
            return hosts;
        }

        @Override
        public void start(Deployment deployment, List<String> volumes) throws IOException {
            meanwhile.run();
            if (broken) {
                throw new IOException("there is no fork");
            }
            sights.put(deployment.id(), ProcessState.RUNNING);
            told.add("start " + volumes.stream().sorted().toList());
        }

        @Override
        public ProcessState observe(String deployment) {
            return sights.getOrDefault(deployment, ProcessState.NOTHING);
        }

        @Override
        public void end(String deployment, boolean force) {
            told.add(force ? "kill" : "end");
            if (force) {
                sights.put(deployment, new ProcessState(OptionalInt.of(137), true));
            }
        }

        @Override
        public void forget(String deployment) {
            told.add("forget");
        }

        @Override
        public String log(String deployment) {
            return "";
        }

        @Override
        public Map<String, String> contact(String deployment) {
            return Map.of();
        }

        @Override
        public String trouble(Order order) {
            return trouble;
        }

        @Override
        public String trouble(Product product, Product.Version version) {
            return trouble;
        }

        @Override
        public List<Deployment> left() {
            return left;
        }
    }

    @BeforeEach
    void open() {
        book = book();
    }

    private LaunchBook book() {
        return new LaunchBook(
                new LaunchSettings(
                        true,
                        Optional.of(Path.of("/spark")),
                        Optional.empty(),
                        LaunchSettings.As.CALLER,
                        Map.of(),
                        Path.of("launch"),
                        Optional.empty(),
                        new Quota(3, 9, 99, 99_999),
                        9,
                        HOUR),
                Catalogue.EMPTY,
                backend,
                Optional.of(leases),
                clock,
                () -> "c-" + ++names,
                ended::add);
    }

    private Deployment launched(int disks) {
        Result result = book.launch(Orders.application("alice", disks), false);
        return ((Result.Launched) result).deployment();
    }

    private Refusal refused(int disks) {
        return ((Result.Refused) book.launch(Orders.application("alice", disks), false)).why();
    }

    private void pass(int seconds) {
        for (int second = 0; second < seconds; second++) {
            clock.set(++now);
            leases.endOld();
            book.tick();
        }
    }

    private State state(Deployment deployment) {
        return book.deployments().deployment(deployment.id()).orElseThrow().state();
    }

    @Test
    void deploymentRuns_onLeasedDisksOfThisHost_andKeepsThemWhileItDoes() {
        Deployment deployment = launched(2);
        assertThat(backend.told).containsExactly("start [DS-1-2, DS-1-3]");
        pass(600);
        assertThat(state(deployment)).isEqualTo(State.RUNNING);
        DiskLessor.Held lease = leases.leases().get(deployment.lease());
        assertThat(leases.asked().user()).isEqualTo("alice");
        assertThat(lease.until() - now).isBetween(1L, LeaseKeeper.LEASE.toSeconds());
        assertThat(refused(2).reason()).isEqualTo(Refusal.Reason.NO_DISKS);
    }

    /** An agent of another user takes its time, and the leases of the others have to be renewed. */
    @Test
    void startThatTakesLong_holdsNothingUp_andCountsAlready() {
        Deployment first = launched(1);
        backend.meanwhile = () -> {
            backend.meanwhile = () -> {};
            CompletableFuture.runAsync(() -> pass((int) LeaseKeeper.LEASE.toSeconds() - 5))
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
            assertThat(book.deployments().alive()).hasSize(2);
        };
        Deployment slow = launched(1);
        pass(2);
        assertThat(state(first)).isEqualTo(State.RUNNING);
        assertThat(state(slow)).isEqualTo(State.RUNNING);
    }

    @Test
    void deploymentHasDisksOfOneSet_theFirstThatHasThemFree() {
        backend.sets = List.of(Set.of("DS-1-1"), Set.of("DS-1-2"));
        launched(1);
        launched(1);
        assertThat(backend.told).containsExactly("start [DS-1-1]", "start [DS-1-2]");
        assertThat(refused(1).reason()).isEqualTo(Refusal.Reason.NO_DISKS);
        assertThat(refused(2).reason()).isEqualTo(Refusal.Reason.NO_DISKS);
    }

    @Test
    void disksOfSeveralHosts_areAskedForFirst() {
        backend.hosts = List.of(2, 1);
        launched(2);
        assertThat(leases.asked().nodes()).isEqualTo(2);
        assertThat(leases.asked().disks()).isEqualTo(1);
        backend.sets = List.of(Set.of());
        assertThat(refused(2).reason()).isEqualTo(Refusal.Reason.NO_DISKS);
        assertThat(leases.asked().nodes()).as("then on one").isEqualTo(1);
    }

    @Test
    void hostThatIsLost_keepsNoDiskForLongerThanAMinuteAndAHalf() {
        Deployment deployment = launched(1);
        pass(15);
        clock.set(now + 90);
        leases.endOld();
        assertThat(leases.leases()).doesNotContainKey(deployment.lease());
    }

    @Test
    void applicationThatEnds_givesItsDisksBack_onceNothingIsLeftOfIt() {
        Deployment deployment = launched(3);
        backend.sights.put(deployment.id(), new ProcessState(OptionalInt.of(0), false));
        pass(2);
        assertThat(state(deployment)).isEqualTo(State.ENDING);
        assertThat(leases.leases()).containsKey(deployment.lease());
        backend.sights.put(deployment.id(), new ProcessState(OptionalInt.of(0), true));
        pass(1);
        assertThat(state(deployment)).isEqualTo(State.FINISHED);
        assertThat(ended).extracting(Deployment::id).containsExactly(deployment.id());
        assertThat(leases.leases()).isEmpty();
    }

    @Test
    void deploymentThatDoesNotEnd_isKilledAfterItsPatience() {
        Deployment deployment = launched(1);
        assertThat(book.destroy(deployment.id(), true).orElseThrow().state()).isEqualTo(State.STARTING);
        assertThat(book.destroy(deployment.id(), false).orElseThrow().state()).isEqualTo(State.ENDING);
        pass((int) LaunchBook.PATIENCE_SECONDS - 1);
        assertThat(backend.told).contains("end").doesNotContain("kill");
        pass(2);
        assertThat(backend.told).contains("kill");
        assertThat(state(deployment)).isEqualTo(State.DESTROYED);
        assertThat(leases.leases()).isEmpty();
        assertThat(book.destroy(deployment.id(), false).orElseThrow().isOver()).isTrue();
        assertThat(book.deployments().deployment(deployment.id()))
                .as("not forgotten by ending it again")
                .isPresent();
        assertThat(book.forget(deployment.id(), false)).isPresent();
        assertThat(book.deployments().all()).isEmpty();
        assertThat(book.forget(deployment.id(), false)).isEmpty();
    }

    @Test
    void leaseThatAnAdministratorEnds_endsTheDeployment() {
        Deployment deployment = launched(1);
        leases.leases().remove(deployment.lease());
        pass(1);
        assertThat(state(deployment)).isEqualTo(State.ENDING);
        assertThat(book.deployments().deployment(deployment.id()).orElseThrow().why())
                .contains(deployment.lease());
    }

    @Test
    void leaseThatCannotBeRenewed_endsTheDeployment_beforeSomebodyElseHasItsDisks() {
        Deployment deployment = launched(1);
        leases.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        pass((int) LeaseKeeper.LEASE.toSeconds() - 1);
        assertThat(state(deployment)).isEqualTo(State.RUNNING);
        clock.set(++now);
        book.tick();
        assertThat(state(deployment)).isEqualTo(State.ENDING);
        for (long second = 0; second <= LaunchBook.PATIENCE_SECONDS + 1; second++) {
            clock.set(++now);
            book.tick();
        }
        assertThat(state(deployment)).isEqualTo(State.FAILED);
        assertThat(leases.leases().get(deployment.lease()).until() + DiskLessor.GRACE)
                .isGreaterThan(now);
        leases.refuse(null);
        book.tick();
        assertThat(leases.leases()).isEmpty();
    }

    @Test
    void deploymentOfACoordinatorThatLeadsNoLonger_endsWithItsLease() {
        Deployment deployment = launched(1);
        leases.refuse(NotStored.Reason.NOT_LEADING);
        clock.set(now + LeaseKeeper.LEASE.toSeconds() - 1);
        book.tick();
        assertThat(state(deployment)).isNotEqualTo(State.ENDING);
        clock.set(now + LeaseKeeper.LEASE.toSeconds());
        book.tick();
        assertThat(state(deployment)).isEqualTo(State.ENDING);
    }

    @Test
    void momentWithoutZooKeeper_endsNoDeployment() {
        Deployment deployment = launched(1);
        leases.refuse(NotStored.Reason.NOT_LEADING);
        clock.set(now + 10);
        book.tick();
        leases.refuse(null);
        book.tick();
        clock.set(now + 25);
        book.tick();
        assertThat(state(deployment)).isNotEqualTo(State.ENDING);
    }

    @Test
    void deploymentGoesOn_whileAnotherLeaderRenewsItsLease_andEndsWhenThatEndsIt() {
        Deployment deployment = launched(1);
        for (int turn = 1; turn <= 6; turn++) {
            clock.set(now + 10L * turn);
            Optional<Held> renewed = book.leases().renew(deployment.id(), deployment.lease(), leases.leases());
            assertThat(renewed).isPresent();
            leases.refuse(NotStored.Reason.NOT_LEADING);
            book.leases().stored(leases.stored(), clock.instant().getEpochSecond());
            book.tick();
            leases.refuse(null);
        }
        assertThat(state(deployment)).isEqualTo(State.RUNNING);

        leases.expire(deployment.lease());
        clock.set(now + 10 * 6 + LeaseKeeper.LEASE.toSeconds());
        leases.refuse(NotStored.Reason.NOT_LEADING);
        book.leases().stored(leases.stored(), clock.instant().getEpochSecond());
        book.tick();
        assertThat(state(deployment)).isEqualTo(State.ENDING);
    }

    @Test
    void whatCannotBeStarted_keepsNoDisk() {
        backend.broken = true;
        assertThat(refused(1).sentence()).contains("no fork");
        assertThat(leases.leases()).isEmpty();
        assertThat(book.deployments().all()).isEmpty();
        backend.trouble = "there is no jar";
        assertThat(refused(1)).isEqualTo(new Refusal(Refusal.Reason.NOT_STARTED, "there is no jar"));
    }

    @Test
    void startThatFailsButLeavesSomething_keepsItsDisksUntilThatIsGone() {
        backend.broken = true;
        backend.meanwhile = () -> backend.sights.put("c-1", ProcessState.RUNNING);
        assertThat(refused(1).sentence()).contains("no fork");
        pass(5);
        Deployment left = book.deployments().deployment("c-1").orElseThrow();
        assertThat(left.state()).isEqualTo(State.ENDING);
        assertThat(left.why()).contains("no fork");
        assertThat(leases.leases()).containsKey(left.lease());
        backend.sights.put("c-1", ProcessState.NOTHING);
        pass(1);
        assertThat(state(left)).isEqualTo(State.FAILED);
        assertThat(leases.leases()).isEmpty();
    }

    @Test
    void startThatBreaksOff_isLookedAfterAsAnyOther() {
        backend.meanwhile = () -> {
            throw new AssertionError("no memory");
        };
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> launched(1));
        pass(1);
        assertThat(book.deployments().all()).extracting(Deployment::state).containsExactly(State.FAILED);
        assertThat(leases.leases()).isEmpty();
    }

    @Test
    void rehearsal_changesNothing() {
        assertThat(book.launch(Orders.application("alice", 1), true)).isInstanceOf(Result.Launched.class);
        assertThat(leases.leases()).isEmpty();
        assertThat(backend.told).isEmpty();
    }

    @Test
    void whatAnEarlierProcessLaunched_isTakenUp_alsoWhileNobodyLeads_andKeepsItsLease() {
        Deployment deployment = launched(1);
        pass(20);
        backend.left = List.of(Recorded.of(deployment).deployment(deployment.id(), deployment.lease()));
        leases.refuse(NotStored.Reason.NOT_LEADING);
        book = book();
        pass(30);
        assertThat(state(deployment)).isEqualTo(State.RUNNING);
        assertThat(book.leases().known(deployment.id()))
                .as("nobody has said yet that it has it")
                .isEmpty();
        leases.refuse(null);
        pass(100);
        assertThat(state(deployment)).isEqualTo(State.RUNNING);
        assertThat(book.leases().known(deployment.id()))
                .hasValue(leases.leases().get(deployment.lease()));
        assertThat(leases.leases()).containsKey(deployment.lease());
        backend.sights.put(deployment.id(), new ProcessState(OptionalInt.of(0), true));
        pass(1);
        assertThat(state(deployment)).isEqualTo(State.FINISHED);
        assertThat(leases.leases()).isEmpty();
    }

    @Test
    void whatAnEarlierProcessLaunched_isEnded_ifItsLeaseIsAnothersByNow() {
        Deployment lost = launched(1);
        backend.left = List.of(Recorded.of(lost).deployment("c-99", lost.lease()));
        backend.sights.put("c-99", ProcessState.RUNNING);
        book = book();
        pass(1);
        assertThat(book.deployments().deployment("c-99").orElseThrow().state()).isEqualTo(State.ENDING);
        assertThat(leases.leases()).containsKey(lost.lease());
    }

    @Test
    void bookThatIsClosed_launchesNoMore_andEndsNothing() {
        backend.meanwhile = () -> book.close();
        Deployment deployment = launched(1);
        assertThat(backend.told).as("what was being started goes on").containsExactly("start [DS-1-3]");
        assertThat(book.destroy(deployment.id(), true)).isPresent();
        assertThatExceptionOfType(NotStored.class)
                .isThrownBy(() -> book.destroy(deployment.id(), false))
                .withMessageContaining("being stopped");
        assertThat(refused(1).sentence()).contains("being stopped");
        assertThat(state(deployment).isOver()).isFalse();
        assertThat(leases.leases()).containsKey(deployment.lease());
    }
}
