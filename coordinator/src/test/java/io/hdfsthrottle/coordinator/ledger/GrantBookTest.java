package io.hdfsthrottle.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.app.Application;
import io.hdfsthrottle.coordinator.app.Assignment;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.ledger.GrantBook.Published;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.WireFormat;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class GrantBookTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicReference<Policy> policy = new AtomicReference<>(Policy.INITIAL);
    private final AtomicReference<List<Application>> applications = new AtomicReference<>(List.of());
    private final GrantBook book =
            new GrantBook(new Granting("default", Assignment.ACCEPTING_CLAIMS), policy::get, applications::get, 2);

    private GrantVersion version() {
        return book.version();
    }

    @Test
    void closedBook_grantsNothing() {
        assertThat(book.version()).isEqualTo(GrantVersion.NONE);
        assertThat(book.otherThan(GrantVersion.NONE, LONG))
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableThat()
                .withCauseInstanceOf(NotStored.class);
    }

    @Test
    void version_countsTheChangesOfATerm() {
        book.open(70);
        assertThat(version()).isEqualTo(GrantVersion.of(70, 1));
        book.renew();
        assertThat(version()).isEqualTo(GrantVersion.of(70, 2));
        book.close();
        book.renew();
        assertThat(version()).isEqualTo(GrantVersion.NONE);
        book.open(71);
        assertThat(version()).isEqualTo(GrantVersion.of(71, 1));
    }

    @Test
    void grant_isWhatPolicyAndApplicationsSay() throws Exception {
        policy.set(Policy.INITIAL.with(TenantTerms.of(Tenant.named("gold"), 8)));
        applications.set(List.of(Application.registering("app-1", null, "alice", "gold", 123)));
        book.open(70);

        Grant grant = WireFormat.grantFromJson(book.otherThan(GrantVersion.NONE, LONG)
                .get(1, TimeUnit.SECONDS)
                .orElseThrow()
                .json());

        assertThat(grant.terms(Tenant.named("gold")).weight()).isEqualTo(8);
        assertThat(grant.application("app-1").orElseThrow().tenant()).isEqualTo(Tenant.named("gold"));
        assertThat(grant.application("app-1").orElseThrow().notBefore()).isEqualTo(123);
    }

    @Test
    void waitingNode_isWokenByAChange() throws Exception {
        book.open(70);
        CompletableFuture<Optional<Published>> waiting = book.otherThan(version(), LONG);
        assertThat(waiting).isNotDone();
        assertThat(book.waiting()).isEqualTo(1);

        book.renew();

        assertThat(waiting.get(1, TimeUnit.SECONDS).orElseThrow().version()).isEqualTo(GrantVersion.of(70, 2));
        assertThat(book.waiting()).isZero();
    }

    @Test
    void patience_ends() throws Exception {
        book.open(70);

        assertThat(book.otherThan(version(), Duration.ZERO).get(1, TimeUnit.SECONDS))
                .isEmpty();
        assertThat(book.otherThan(version(), Duration.ofMillis(20)).get(5, TimeUnit.SECONDS))
                .isEmpty();
        assertThat(book.waiting()).isZero();
    }

    @Test
    void waitingNodes_areBounded() {
        book.open(70);
        CompletableFuture<Optional<Published>> first = book.otherThan(version(), LONG);
        CompletableFuture<Optional<Published>> second = book.otherThan(version(), LONG);

        assertThatExceptionOfType(TooManyNodes.class).isThrownBy(() -> book.otherThan(version(), LONG));

        book.close();
        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
    }

    @Test
    void nobody_sleepsThroughAChange() throws Exception {
        GrantBook wide = new GrantBook(
                new Granting("default", Assignment.ACCEPTING_CLAIMS), policy::get, applications::get, 1_000);
        wide.open(70);
        ExecutorService leader = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 2_000; round++) {
                GrantVersion known = wide.version();
                Future<?> renewing = leader.submit(wide::renew);
                assertThat(wide.otherThan(known, LONG).get(5, TimeUnit.SECONDS)).isPresent();
                assertThat(renewing).succeedsWithin(Duration.ofSeconds(5));
            }
        } finally {
            leader.shutdownNow();
        }
    }
}
