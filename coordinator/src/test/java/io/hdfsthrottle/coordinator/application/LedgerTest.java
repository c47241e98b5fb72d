package io.hdfsthrottle.coordinator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.application.ApplicationBook.Settling;
import io.hdfsthrottle.coordinator.election.Election;
import io.hdfsthrottle.coordinator.election.ZooKeeperSettings;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermListener;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Applications in a real ZooKeeper, written by leaders that follow each other. */
@Tag("slow")
final class LedgerTest {
    private static final String ROOT = "/hdfs-throttle/test";
    private static final int MANY = 10_000;
    private static final ApplicationBook.Kept SILENT = (before, after) -> {};

    private final List<Election> elections = new ArrayList<>();
    private TestingServer zookeeper;
    private CuratorFramework witness;

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(true);
        witness = CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
        witness.start();
    }

    @AfterEach
    void stop() throws Exception {
        elections.forEach(Election::close);
        witness.close();
        zookeeper.close();
    }

    /** A leader and its book; changes are kept when the test says so. */
    private final class Leader implements TermListener, AutoCloseable {
        private final BlockingQueue<Runnable> gathered = new LinkedBlockingQueue<>();
        private final Election election;
        private final ApplicationBook book;

        Leader() throws Exception {
            election = new Election(
                    ZooKeeperSettings.open(zookeeper.getConnectString(), "/hdfs-throttle", Duration.ofSeconds(4)),
                    ROOT,
                    Optional.empty(),
                    Clock.systemUTC());
            elections.add(election);
            book = new ApplicationBook(
                    election.snapshots(),
                    new HandSetTicker(),
                    Duration.ofMinutes(1),
                    MANY,
                    gathered::add,
                    changed -> {});
            election.start(URI.create("http://127.0.0.1:1"), this);
            await().atMost(Duration.ofSeconds(20)).until(() -> election.term().isPresent());
        }

        @Override
        public void begins(Term term) {
            book.open(term);
        }

        @Override
        public void ends() {
            book.close();
        }

        CompletableFuture<?> register(String id) {
            return book.register(application(id), false, Settling.AS_ASKED, SILENT);
        }

        /** Runs the next gathered write. */
        void keep() {
            Runnable next = gathered.poll();
            if (next != null) {
                next.run();
            }
        }

        @Override
        public void close() {
            election.close();
        }
    }

    private static Application application(String id) {
        return Application.registering(id, "Nightly report of " + id, "alice", "gold", 1_790_000_000)
                .registeredBy("user alice");
    }

    private static Throwable trouble(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(() -> future.get(20, TimeUnit.SECONDS));
        return thrown == null ? null : thrown.getCause();
    }

    private long transactions() throws Exception {
        return witness.setData().forPath(ROOT + "/clock", new byte[0]).getMzxid();
    }

    @Test
    void tenThousandApplications_areReadBackByTheNextLeader() throws Exception {
        Leader first = new Leader();
        List<CompletableFuture<?>> registering = IntStream.range(0, MANY)
                .<CompletableFuture<?>>mapToObj(number -> first.register("app-" + number))
                .toList();
        first.keep();
        assertThat(registering).allSatisfy(each -> assertThat(trouble(each)).isNull());
        first.close();

        Leader second = new Leader();

        assertThat(second.book.count()).isEqualTo(MANY);
        assertThat(second.book.applications()).isEqualTo(first(MANY));
        assertThat(second.book.renew("app-" + (MANY - 1))).isPresent();
    }

    private static List<Application> first(int many) {
        return IntStream.range(0, many)
                .mapToObj(number -> application("app-" + number))
                .sorted(Comparator.comparing(Application::id))
                .toList();
    }

    @Test
    void changesThatGather_areOneTransaction_andRenewalsAreNone() throws Exception {
        Leader leader = new Leader();
        long before = transactions();

        List<CompletableFuture<?>> registering =
                List.of(leader.register("a"), leader.register("b"), leader.register("c"));
        leader.keep();
        assertThat(registering).allSatisfy(each -> assertThat(trouble(each)).isNull());
        CompletableFuture<?> again = leader.book.register(application("a"), true, Settling.AS_ASKED, SILENT);
        assertThat(leader.book.renew("b")).isPresent();

        assertThat(again).isCompleted();
        assertThat(transactions() - before).as("the group and this question").isEqualTo(2);
    }

    @Test
    void groupOfALeaderThatWasReplaced_isRefusedWhole_andItsApplicationsMayRegisterAtTheNext() throws Exception {
        Leader first = new Leader();
        CompletableFuture<?> kept = first.register("before");
        first.keep();
        List<CompletableFuture<?>> late = List.of(first.register("a"), first.register("b"));
        byte[] later = Long.toString(System.currentTimeMillis() + 1_000).getBytes(StandardCharsets.US_ASCII);
        witness.setData().forPath(ROOT + "/epoch", later);

        first.keep();

        assertThat(trouble(kept)).isNull();
        assertThat(late).allSatisfy(each -> assertThat(trouble(each))
                .isInstanceOfSatisfying(
                        NotStored.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_LEADING)));
        first.close();
        Leader second = new Leader();
        assertThat(second.book.applications()).extracting(Application::id).containsExactly("before");
        CompletableFuture<?> anew = second.register("a");
        second.keep();
        assertThat(trouble(anew)).isNull();
    }

    @Test
    void leaderThatDiesBeforeItsGroupIsKept_leavesWhatWasKeptBefore() throws Exception {
        Leader first = new Leader();
        CompletableFuture<?> kept = first.register("before");
        first.keep();
        CompletableFuture<?> late = first.register("late");
        first.close();
        first.keep();

        Leader second = new Leader();

        assertThat(trouble(kept)).isNull();
        assertThat(trouble(late)).isInstanceOf(NotStored.class);
        assertThat(second.book.applications()).extracting(Application::id).containsExactly("before");
    }
}
