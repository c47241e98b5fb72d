package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorThreadName;
import io.hdfsthrottle.localio.LocalExecutor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A hostile report must never move a process that is not that application's executor. */
final class ExecutorOwnershipTest {

    static final String MACHINE = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
    private static final String PLATE = ExecutorThreadName.of("app-1", "7");

    private final Ownership ownership = new Ownership(99, Set.of("yarn"));

    private static LocalExecutor claimed(long pid, long start, String user) {
        return LocalExecutor.of(
                "app-1", user, Tenant.named("gold"), ExecutorClaim.of("7", MACHINE, pid, start, List.of()));
    }

    private String obstacle(String user, ProcessFacts facts) {
        return ownership.obstacle(claimed(4711, 1_000, user), Optional.ofNullable(facts));
    }

    private static ProcessFacts facts(long start, String user, String... threads) {
        return new ProcessFacts(start, user, () -> Set.of(threads));
    }

    @Test
    void executorThatSaysSoItself_andIsOfItsUser_isBelieved() {
        assertThat(obstacle("alice", facts(1_000, "alice", PLATE))).isEmpty();
        assertThat(obstacle("alice", facts(1_000, "yarn", PLATE)))
                .as("a user that the administrator named")
                .isEmpty();
    }

    @Test
    void processOfSomebodyElse_isRefused_whateverTheApplicationClaims() {
        assertThat(obstacle("alice", facts(1_000, "alice"))).contains("does not say");
        assertThat(obstacle(
                        "alice",
                        facts(
                                1_000,
                                "alice",
                                ExecutorThreadName.of("app-2", "7"),
                                ExecutorThreadName.of("app-1", "8"))))
                .contains("does not say");
        assertThat(obstacle("alice", facts(1_000, "bob", PLATE))).contains("of user bob");
    }

    @Test
    void processThatGotTheNumberLater_isRefused() {
        assertThat(obstacle("alice", facts(1_001, "alice", PLATE))).contains("another time");
    }

    @Test
    void processThatIsNotSeen_isRefused() {
        assertThat(obstacle("alice", null)).contains("no process 4711");
    }

    @Test
    void root_isRefused_unlessTheAdministratorNamesIt() {
        assertThat(obstacle("root", facts(1_000, "root", PLATE))).contains("of user root");
        assertThat(new Ownership(99, Set.of("root"))
                        .obstacle(claimed(4711, 1_000, "root"), Optional.of(facts(1_000, "root", PLATE))))
                .isEmpty();
    }

    @Test
    void dataNodeItself_isNobodysExecutor() {
        assertThat(ownership.obstacle(claimed(99, 1_000, "yarn"), Optional.of(facts(1_000, "yarn", PLATE))))
                .contains("is the DataNode");
    }
}
