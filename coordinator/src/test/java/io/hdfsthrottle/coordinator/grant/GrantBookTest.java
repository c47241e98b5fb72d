package io.hdfsthrottle.coordinator.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.application.Assignment;
import io.hdfsthrottle.coordinator.node.TooManyNodes;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.MalformedJsonException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class GrantBookTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Tenant GOLD = Tenant.named("gold");

    private final AtomicReference<Policy> policy = new AtomicReference<>(Policy.INITIAL);
    private final AtomicReference<Map<String, Tenant>> leases = new AtomicReference<>(Map.of());
    private final Map<String, Application> applications = new ConcurrentHashMap<>();
    private final GrantBook book = book(2);

    private GrantBook book(int mostNodes) {
        return new GrantBook(
                new Granting("default", Assignment.ACCEPTING_CLAIMS),
                policy::get,
                policy -> policy.withLeases(leases.get(), Set.of()),
                id -> Optional.ofNullable(applications.get(id)),
                mostNodes);
    }

    private void register(String id) {
        applications.put(id, Application.registering(id, null, "alice", "gold", 123));
        book.applicationsChanged(Set.of(id));
    }

    private void end(String id) {
        applications.remove(id);
        book.applicationsChanged(Set.of(id));
    }

    private GrantUpdate update(String node, GrantPosition known) throws MalformedJsonException {
        return GrantUpdateJson.read(book.update(node, known).orElseThrow());
    }

    /** The position of a node that has received everything. */
    private GrantPosition poll(String node) throws MalformedJsonException {
        GrantUpdate all = update(node, GrantPosition.NOTHING);
        return GrantPosition.of(
                book.version(),
                book.terms(node).version(),
                all.applications().orElseThrow().sequence());
    }

    private ApplicationUpdate ask(String node, String... ids) throws MalformedJsonException {
        return GrantUpdateJson.read(book.applications(node, List.of(ids)))
                .applications()
                .orElseThrow();
    }

    @Test
    void closedBook_grantsNothing() {
        assertThat(book.version()).isEqualTo(GrantVersion.NONE);
        assertThat(book.awaitNews("dn", GrantPosition.NOTHING, LONG))
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableThat()
                .withCauseInstanceOf(NotStored.class);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.update("dn", GrantPosition.NOTHING));
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.applications("dn", List.of()));
    }

    @Test
    void version_countsTheChangesOfPolicyInATerm() {
        book.open(70);
        assertThat(book.version()).isEqualTo(GrantVersion.of(70, 1));
        book.policyChanged();
        assertThat(book.version()).isEqualTo(GrantVersion.of(70, 2));
        register("app-1");
        assertThat(book.version()).isEqualTo(GrantVersion.of(70, 2));
        book.close();
        book.policyChanged();
        assertThat(book.version()).isEqualTo(GrantVersion.NONE);
        book.open(71);
        assertThat(book.version()).isEqualTo(GrantVersion.of(71, 1));
    }

    @Test
    void whoHasLeasedDisks_isToldWithThePolicy() throws Exception {
        book.open(70);
        GrantPosition heard = poll("dn");
        leases.set(Map.of("DS-1", GOLD));
        book.policyChanged();

        assertThat(update("dn", heard).policy().orElseThrow().leases()).isEqualTo(Map.of("DS-1", GOLD));
    }

    @Test
    void newNode_isToldThePolicyAndNoApplication() throws Exception {
        policy.set(Policy.INITIAL.with(TenantTerms.of(GOLD, 8)));
        register("app-1");
        book.open(70);

        GrantUpdate update = update("dn", GrantPosition.NOTHING);

        assertThat(update.epoch()).isEqualTo(70);
        assertThat(update.policy().orElseThrow().terms(GOLD).weight()).isEqualTo(8);
        assertThat(update.applications().orElseThrow().living()).isEmpty();
        assertThat(update.terms()).isEmpty();
    }

    @Test
    void application_isToldToWhoAsks_andItsChangesToThemAlone() throws Exception {
        policy.set(Policy.INITIAL.with(TenantTerms.of(GOLD, 8)));
        book.open(70);
        register("app-1");
        GrantPosition one = poll("dn1");
        GrantPosition two = poll("dn2");
        assertThat(ask("dn1", "app-1", "nobody").living()).hasSize(1).allSatisfy(each -> {
            assertThat(each.tenant()).isEqualTo(GOLD);
            assertThat(each.notBefore()).isEqualTo(123);
        });
        CompletableFuture<Optional<Boolean>> waiting = book.awaitNews("dn1", one, LONG);
        CompletableFuture<Optional<Boolean>> other = book.awaitNews("dn2", two, LONG);

        end("app-1");

        assertThat(waiting.get(1, TimeUnit.SECONDS)).isPresent();
        assertThat(other).isNotDone();
        assertThat(update("dn1", one).applications().orElseThrow().ended()).containsExactly("app-1");
        assertThat(update("dn1", one).policy()).isEmpty();
        assertThat(book.update("dn2", two)).isEmpty();
        other.complete(Optional.empty());
    }

    @Test
    void idThatNobodyIsCalled_isToldOfOnceSomebodyIs() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn");
        assertThat(ask("dn", "app-1").ended()).containsExactly("app-1");

        register("app-1");

        assertThat(update("dn", known).applications().orElseThrow().living()).hasSize(1);
    }

    @Test
    void changeThatWasHeard_isNotToldAgain() throws Exception {
        book.open(70);
        register("app-1");
        GrantPosition known = poll("dn");
        ApplicationUpdate unused = ask("dn", "app-1");
        end("app-1");
        long heard = update("dn", known).applications().orElseThrow().sequence();

        assertThat(book.update("dn", GrantPosition.of(known.policy(), known.terms(), heard)))
                .isEmpty();
    }

    @Test
    void nodeThatWasForgotten_isToAskAgain() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn");
        book.keep(Set.of());

        assertThat(update("dn", known).applications().orElseThrow().again()).isTrue();
        assertThat(book.update("dn", known)).isEmpty();
    }

    private static NodeTerms termsOfAWeight() {
        return NodeTerms.of(
                GrantVersion.of(70, 1), List.of(), Map.of("DS-1", List.of(Terms.ofWeight(Tenant.DEFAULT, 3))));
    }

    @Test
    void terms_wakeTheirNodeAlone_andThoseOfAnotherTermNobody() throws Exception {
        book.open(70);
        GrantPosition one = poll("dn1");
        CompletableFuture<Optional<Boolean>> waiting = book.awaitNews("dn1", one, LONG);
        CompletableFuture<Optional<Boolean>> other = book.awaitNews("dn2", poll("dn2"), LONG);
        NodeTerms terms = termsOfAWeight();

        book.termsChanged(70, Map.of("dn1", terms));

        assertThat(waiting.get(1, TimeUnit.SECONDS)).isPresent();
        assertThat(other).isNotDone();
        NodeTerms told = update("dn1", one).terms().orElseThrow();
        assertThat(told.sameAs(terms)).isTrue();
        assertThat(told.version()).isEqualTo(GrantVersion.of(70, 1));
        assertThat(update("dn1", one).policy()).isEmpty();
        book.termsChanged(69, Map.of("dn1", terms.as(GrantVersion.of(69, 9))));
        assertThat(book.terms("dn1").version()).isEqualTo(GrantVersion.of(70, 1));
        other.complete(Optional.empty());
    }

    @Test
    void policyAndItsTerms_reachANodeInOneUpdate() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn1");
        CompletableFuture<Optional<Boolean>> waiting = book.awaitNews("dn1", known, LONG);
        CompletableFuture<Optional<Boolean>> other = book.awaitNews("dn2", poll("dn2"), LONG);
        NodeTerms terms = termsOfAWeight();

        book.policyAndTermsChanged(70, Map.of("dn1", terms));

        assertThat(waiting.get(1, TimeUnit.SECONDS)).isPresent();
        assertThat(other.get(1, TimeUnit.SECONDS)).isPresent();
        assertThat(update("dn1", known).policy()).isPresent();
        assertThat(update("dn1", known).terms().orElseThrow().sameAs(terms)).isTrue();
    }

    @Test
    void policyWithTermsOfAnotherTerm_isSentWithoutThem() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn1");

        book.policyAndTermsChanged(69, Map.of("dn1", NodeTerms.of(GrantVersion.of(69, 9), List.of(), Map.of())));

        assertThat(update("dn1", known).policy()).isPresent();
        assertThat(book.terms("dn1").version()).isEqualTo(GrantVersion.NONE);
    }

    @Test
    void waitingNode_isWokenByAChangeOfPolicy() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn");
        CompletableFuture<Optional<Boolean>> waiting = book.awaitNews("dn", known, LONG);
        assertThat(waiting).isNotDone();
        assertThat(book.waiting()).isEqualTo(1);

        book.policyChanged();

        assertThat(waiting.get(1, TimeUnit.SECONDS)).isPresent();
        assertThat(update("dn", known).policy().orElseThrow().version()).isEqualTo(GrantVersion.of(70, 2));
        assertThat(book.waiting()).isZero();
    }

    @Test
    void patience_ends() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn");

        assertThat(book.awaitNews("dn", known, Duration.ZERO).get(1, TimeUnit.SECONDS))
                .isEmpty();
        assertThat(book.awaitNews("dn", known, Duration.ofMillis(20)).get(5, TimeUnit.SECONDS))
                .isEmpty();
        assertThat(book.waiting()).isZero();
    }

    @Test
    void waitingNodesAndRememberedOnes_areBounded() throws Exception {
        book.open(70);
        GrantPosition known = poll("dn1");
        CompletableFuture<Optional<Boolean>> first = book.awaitNews("dn1", known, LONG);
        CompletableFuture<Optional<Boolean>> second = book.awaitNews("dn1", known, LONG);

        assertThatExceptionOfType(TooManyNodes.class).isThrownBy(() -> book.awaitNews("dn1", known, LONG));
        GrantPosition unused = poll("dn2");
        assertThatExceptionOfType(TooManyNodes.class).isThrownBy(() -> book.update("dn3", GrantPosition.NOTHING));

        book.close();
        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        assertThat(book.waiting()).isZero();
    }

    @Test
    void nobody_sleepsThroughAChange() throws Exception {
        book.open(70);
        ExecutorService leader = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 2_000; round++) {
                GrantPosition known = poll("dn");
                Future<?> renewing = leader.submit(book::policyChanged);
                assertThat(book.awaitNews("dn", known, LONG).get(5, TimeUnit.SECONDS))
                        .isPresent();
                assertThat(renewing).succeedsWithin(Duration.ofSeconds(5));
            }
        } finally {
            leader.shutdownNow();
        }
    }
}
