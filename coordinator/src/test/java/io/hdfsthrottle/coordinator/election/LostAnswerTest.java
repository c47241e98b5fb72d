package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.Term;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** ZooKeeper carries a write out, and its answer never arrives. */
@Tag("slow")
final class LostAnswerTest {
    private static final String EPOCH = "/epoch";
    private static final String POLICY = "/policy";
    private static final Duration SESSION = Duration.ofSeconds(20);

    private final List<Term> doubted = Collections.synchronizedList(new ArrayList<>());
    private TestingServer zookeeper;
    private AnswerLosingProxy strait;
    private CuratorFramework beyond;
    private CuratorFramework witness;
    private FencedSnapshots snapshots;
    private Term term;

    @BeforeEach
    void start() throws Exception {
        zookeeper = new TestingServer(true);
        strait = new AnswerLosingProxy(zookeeper.getPort());
        beyond = connected(strait.connectString());
        witness = connected(zookeeper.getConnectString());
        witness.create().forPath(EPOCH, bytes("1"));
        term = new Term(1, witness.checkExists().forPath(EPOCH).getVersion());
        snapshots = new FencedSnapshots(beyond, "", EPOCH, doubted::add);
        snapshots.write(term, "policy", bytes("before"));
    }

    @AfterEach
    void stop() throws Exception {
        beyond.close();
        witness.close();
        strait.close();
        zookeeper.close();
    }

    private static CuratorFramework connected(String to) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(to)
                .sessionTimeoutMs(Math.toIntExact(SESSION.toMillis()))
                .connectionTimeoutMs(5_000)
                .retryPolicy(new RetryNTimes(20, 250))
                .build();
        client.start();
        client.blockUntilConnected();
        return client;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String kept(String path) throws Exception {
        return witness.checkExists().forPath(path) == null
                ? "nothing"
                : new String(witness.getData().forPath(path), StandardCharsets.UTF_8);
    }

    /** Writes, and loses the answer once the data is stored; then runs the action and restores the connection. */
    private NotStored write(String concern, String what, Meanwhile meanwhile) throws Exception {
        return write(Map.of(concern, bytes(what)), what, meanwhile);
    }

    private NotStored write(Map<String, byte[]> together, String what, Meanwhile meanwhile) throws Exception {
        strait.loseAnswersFrom(what);
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> snapshots.write(term, together));
        String concern = together.keySet().iterator().next();
        await().atMost(SESSION).until(() -> Arrays.equals(bytes(kept("/" + concern)), together.get(concern)));
        meanwhile.happens();
        strait.restore();
        CompletionException thrown = catchThrowableOfType(CompletionException.class, writing::join);
        return thrown == null ? null : (NotStored) thrown.getCause();
    }

    private interface Meanwhile {
        void happens() throws Exception;
    }

    @Test
    void writeThatWasKept_isNotToldAsRefused_thoughAnotherLeadsMeanwhile() throws Exception {
        NotStored told = write("policy", "after", () -> witness.setData().forPath(EPOCH, bytes("2")));

        assertThat(told).isNull();
        assertThat(doubted).containsExactly(term);
        assertThat(kept(POLICY)).isEqualTo("after");
    }

    @Test
    void writeThatNobodyCanTellTheFateOf_isUnknown() throws Exception {
        NotStored told = write("policy", "after", () -> {
            witness.setData().forPath(EPOCH, bytes("2"));
            witness.setData().forPath(POLICY, bytes("of the next leader"));
        });

        assertThat(told.reason()).isEqualTo(Reason.OUTCOME_UNKNOWN);
        assertThat(doubted).containsExactly(term);
    }

    @Test
    void writeThatWasKept_isKept() throws Exception {
        assertThat(write("policy", "after", () -> {})).isNull();
        assertThat(write("other", "first", () -> {})).isNull();

        assertThat(doubted).isEmpty();
        snapshots.write(term, "policy", bytes("later"));
        assertThat(kept(POLICY)).isEqualTo("later");
    }

    @Test
    void severalThatWereKeptTogether_areKept() throws Exception {
        assertThat(write(Map.of("policy", bytes("after"), "new", bytes("first")), "after", () -> {}))
                .isNull();

        assertThat(doubted).isEmpty();
        assertThat(kept(POLICY)).isEqualTo("after");
        assertThat(kept("/new")).isEqualTo("first");
    }

    @Test
    void severalOfWhichOneWasChangedByAnother_areUnknown() throws Exception {
        NotStored told = write(Map.of("policy", bytes("after"), "new", bytes("first")), "after", () -> {
            witness.setData().forPath(EPOCH, bytes("2"));
            witness.setData().forPath("/new", bytes("of the next leader"));
        });

        assertThat(told.reason()).isEqualTo(Reason.OUTCOME_UNKNOWN);
        assertThat(doubted).containsExactly(term);
    }
}
