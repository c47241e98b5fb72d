package io.hdfsthrottle.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.GrantStore.Freshness;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GrantStoreTest {

    private static final Duration STALE = Duration.ofSeconds(30);
    private static final Duration EXPIRED = Duration.ofMinutes(10);

    private final HandSetTicker ticker = new HandSetTicker(Long.MAX_VALUE - 5_000_000_000L);
    private final GrantStore store = new GrantStore(ticker, STALE, EXPIRED);

    @Test
    void storeThatNeverHeardOfACoordinator_holdsNobody() {
        assertThat(store.freshness()).isEqualTo(Freshness.NONE);
        assertThat(store.version()).isEqualTo(GrantVersion.NONE);
        assertThat(store.effective()).isSameAs(Grant.NOBODY);
        ticker.advance(EXPIRED.multipliedBy(2));
        assertThat(store.freshness()).isEqualTo(Freshness.NONE);
        assertThat(store.effective().terms(Grants.GOLD).weight()).isEqualTo(1);
        assertThat(store.effective().defaultTenant()).isEqualTo(Tenant.DEFAULT);
    }

    @Test
    void grant_isFreshThenStaleThenExpired() {
        store.accept(GrantUpdate.of(Grants.of(1, 1)));
        assertThat(store.freshness()).isEqualTo(Freshness.FRESH);
        ticker.advance(STALE.minusNanos(1));
        assertThat(store.freshness()).isEqualTo(Freshness.FRESH);
        ticker.advance(1);
        assertThat(store.freshness()).isEqualTo(Freshness.STALE);
        assertThat(store.age()).isEqualTo(STALE);
        ticker.advance(EXPIRED.minus(STALE).minusNanos(1));
        assertThat(store.freshness()).isEqualTo(Freshness.STALE);
        assertThat(store.effective().terms(Grants.GOLD).weight()).isEqualTo(8);
        ticker.advance(1);
        assertThat(store.freshness()).isEqualTo(Freshness.EXPIRED);
    }

    @Test
    void expiredGrant_leavesTheNamesWithEqualWeights() {
        store.accept(GrantUpdate.of(Grants.of(1, 1)));
        ticker.advance(EXPIRED);
        Grant left = store.effective();
        assertThat(left.terms()).allSatisfy(terms -> {
            assertThat(terms.weight()).isEqualTo(1);
            assertThat(terms.reservation()).isEqualTo(Rate.ZERO);
            assertThat(terms.limit()).isEqualTo(Rate.UNLIMITED);
        });
        assertThat(left.terms()).extracting(Terms::tenant).contains(Grants.GOLD, Grants.BRONZE);
        assertThat(left.rules()).isEqualTo(Grants.of(1, 1).rules());
        assertThat(left.application("app-1")).isPresent();
    }

    @Test
    void modes_stayWhileNobodyTellsOthers_howeverOldTheGrant() {
        Modes off = Modes.of(Optional.of(Mode.OFF), Map.of(), Map.of());
        store.accept(GrantUpdate.of(Grants.of(1, 1).withModes(off)));
        store.accept(GrantUpdate.of(Grants.of(1, 2))); // of a coordinator that knows no modes
        assertThat(store.held().modes()).isEqualTo(off);
        ticker.advance(EXPIRED);
        assertThat(store.effective().modes()).isEqualTo(off);
        store.accept(GrantUpdate.of(Grants.of(2, 1).withModes(Modes.NONE)));
        assertThat(store.effective().modes()).isEqualTo(Modes.NONE);
    }

    @Test
    void confirmation_makesAnExpiredGrantFreshAgain() {
        store.accept(GrantUpdate.of(Grants.of(1, 1)));
        ticker.advance(EXPIRED);
        int generation = store.generation();
        store.confirm();
        assertThat(store.freshness()).isEqualTo(Freshness.FRESH);
        assertThat(store.effective().terms(Grants.GOLD).weight()).isEqualTo(8);
        assertThat(store.generation()).isEqualTo(generation);
    }

    @Test
    void confirmationOfNothing_leavesNothing() {
        store.confirm();
        assertThat(store.freshness()).isEqualTo(Freshness.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.9", "7.2", "1.99999", "0.0"})
    void olderVersion_isRefusedAndChangesNothing(String older) {
        store.accept(GrantUpdate.of(Grants.of(7, 3)));
        int generation = store.generation();
        ticker.advance(STALE);
        String[] parts = older.split("\\.", -1);
        assertThat(store.accept(GrantUpdate.of(Grants.of(Long.parseLong(parts[0]), Long.parseLong(parts[1])))))
                .isEmpty();
        assertThat(store.version()).isEqualTo(GrantVersion.of(7, 3));
        assertThat(store.freshness()).isEqualTo(Freshness.STALE);
        assertThat(store.generation()).isEqualTo(generation);
    }

    @Test
    void newerEpoch_countsMoreThanAnySequence() {
        store.accept(GrantUpdate.of(Grants.of(7, 1_000_000)));
        int generation = store.generation();
        assertThat(store.accept(GrantUpdate.of(Grants.of(8, 0)))).isPresent();
        assertThat(store.accept(GrantUpdate.of(Grants.of(8, 1)))).isPresent();
        assertThat(store.version()).hasToString("8.1");
        assertThat(store.generation()).isEqualTo(generation + 2);
    }

    @Test
    void restoredGrant_isStaleAndExpires_andNobodyCanConfirmWhatHeDidNotGive() {
        store.restore(Grants.of(7, 3));
        assertThat(store.freshness()).isEqualTo(Freshness.STALE);
        assertThat(store.effective().terms(Grants.GOLD).weight()).isEqualTo(8);
        assertThat(store.age()).isEqualTo(STALE);
        store.confirm();
        assertThat(store.freshness()).isEqualTo(Freshness.STALE);
        ticker.advance(EXPIRED.minus(STALE));
        assertThat(store.freshness()).isEqualTo(Freshness.EXPIRED);
    }

    @Test
    void plantedGrantOfTheHighestEpoch_givesWayToTheFirstThatACoordinatorGives() {
        store.restore(Grants.of(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(store.known()).isEqualTo(GrantVersion.NONE);
        assertThat(store.version()).isEqualTo(GrantVersion.of(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(store.accept(GrantUpdate.of(Grants.of(7, 3)))).isPresent();
        assertThat(store.known()).isEqualTo(GrantVersion.of(7, 3));
        assertThat(store.freshness()).isEqualTo(Freshness.FRESH);
        assertThat(store.accept(GrantUpdate.of(Grants.of(6, 99)))).isEmpty();
    }

    @Test
    void lowerEpoch_isADeposedLeadersUntilTheGrantHasExpired_thenTheEpochWasReset() {
        store.accept(GrantUpdate.of(Grants.of(9_000, 3)));
        ticker.advance(EXPIRED.minusNanos(1));
        assertThat(store.accept(GrantUpdate.of(Grants.of(7, 1)))).isEmpty();
        ticker.advance(1);
        assertThat(store.accept(GrantUpdate.of(Grants.of(7, 1)))).isPresent();
        assertThat(store.version()).isEqualTo(GrantVersion.of(7, 1));
        assertThat(store.accept(GrantUpdate.of(Grants.of(6, 1)))).isEmpty();
    }

    @Test
    void grantThatWouldExpireBeforeItIsStale_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new GrantStore(ticker, EXPIRED, STALE));
        assertThat(new GrantStore(ticker, STALE, STALE).freshness()).isEqualTo(Freshness.NONE);
    }

    @Test
    void versions_areOrderedByEpochThenSequence() {
        assertThat(GrantVersion.of(1, 2)).isGreaterThan(GrantVersion.of(1, 1)).isLessThan(GrantVersion.of(2, 0));
        assertThat(GrantVersion.of(1, 2)).isEqualTo(GrantVersion.of(1, 2)).hasSameHashCodeAs(GrantVersion.of(1, 2));
        assertThat(GrantVersion.of(Long.MAX_VALUE, 0)).isGreaterThan(GrantVersion.of(0, Long.MAX_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> GrantVersion.of(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> GrantVersion.of(0, -1));
    }

    private GrantUpdate policy(long epoch, long sequence) {
        return GrantUpdate.of("default", epoch)
                .withPolicy(Grants.of(epoch, sequence).withoutApplications());
    }

    private static GrantUpdate living(long epoch, long sequence, String user) {
        return GrantUpdate.of("default", epoch)
                .withApplications(ApplicationUpdate.of(
                        sequence, List.of(GrantedApplication.of("app-1", user, Grants.GOLD, 1)), List.of()));
    }

    private static GrantUpdate ended(long epoch, long sequence) {
        return GrantUpdate.of("default", epoch)
                .withApplications(ApplicationUpdate.of(sequence, List.of(), List.of("app-1")));
    }

    private static GrantUpdate terms(long epoch, long sequence, double weight) {
        return GrantUpdate.of("default", 7)
                .withTerms(NodeTerms.of(
                        GrantVersion.of(epoch, sequence),
                        List.of(),
                        Map.of("DS-1", List.of(Terms.ofWeight(Grants.GOLD, weight)))));
    }

    @Test
    void newPrioritiesAndLeases_changeNoAssignment_butRulesAndTenantsDo_andAnotherLeader() {
        store.accept(policy(7, 3));
        Grant first = Grants.of(7, 4).withoutApplications();
        Grant priority = Grant.of(
                "default",
                GrantVersion.of(7, 4),
                Tenant.DEFAULT,
                first.terms().stream()
                        .map(terms -> Terms.ofWeight(terms.tenant(), 9))
                        .collect(Collectors.toList()),
                first.rules(),
                List.of());
        Grant lease = Grants.of(7, 5).withoutApplications().withLeases(Map.of("DS-1", Grants.GOLD), Set.of());
        Grant rules =
                Grant.of("default", GrantVersion.of(7, 6), Tenant.DEFAULT, List.of(), TenantRules.NONE, List.of());

        assertThat(accepted(priority)).containsExactly(GrantPart.POLICY);
        assertThat(accepted(lease)).containsExactly(GrantPart.POLICY);
        assertThat(accepted(rules)).containsExactly(GrantPart.POLICY, GrantPart.ASSIGNMENT);
        assertThat(accepted(Grant.of(
                        "default", GrantVersion.of(8, 1), Tenant.DEFAULT, List.of(), TenantRules.NONE, List.of())))
                .containsExactly(GrantPart.POLICY, GrantPart.ASSIGNMENT);
    }

    /** One between may have had other rules, by which applications were answered that it asked for then. */
    @Test
    void nodeThatMissedAPolicy_isToAskForItsApplicationsAgain() {
        store.accept(policy(7, 3));

        assertThat(accepted(Grants.of(7, 5).withoutApplications()))
                .containsExactly(GrantPart.POLICY, GrantPart.ASSIGNMENT);
        assertThat(accepted(Grants.of(7, 6).withoutApplications())).containsExactly(GrantPart.POLICY);
    }

    private Set<GrantPart> accepted(Grant policy) {
        return store.accept(GrantUpdate.of("default", policy.version().epoch()).withPolicy(policy))
                .orElseThrow();
    }

    @Test
    void termsOfTheNode_holdOnTheirDisk_andNobodyIsResolvedAgain() {
        store.accept(policy(7, 3));
        int generation = store.generation();
        int arrivals = store.arrivals();

        assertThat(store.accept(terms(7, 1, 5))).contains(Set.of(GrantPart.TERMS));

        assertThat(store.effective().terms("DS-1", Grants.GOLD).weight()).isEqualTo(5);
        assertThat(store.effective().terms("DS-2", Grants.GOLD).weight()).isEqualTo(8);
        assertThat(store.generation()).isEqualTo(generation);
        assertThat(store.arrivals()).isEqualTo(arrivals);
        assertThat(store.position().terms()).isEqualTo(GrantVersion.of(7, 1));
    }

    @Test
    void termsOfADeposedLeader_areNotTaken() {
        store.accept(policy(7, 3));
        store.accept(terms(7, 2, 5));
        assertThat(store.accept(terms(6, 9, 6))).contains(Set.of());
        assertThat(store.accept(terms(7, 1, 6))).contains(Set.of());
        assertThat(store.effective().terms("DS-1", Grants.GOLD).weight()).isEqualTo(5);
    }

    @Test
    void terms_holdUnderANewLeaderUntilItGivesOthers() {
        store.accept(policy(7, 3));
        store.accept(terms(7, 2, 5));
        store.accept(policy(8, 1));
        assertThat(store.effective().terms("DS-1", Grants.GOLD).weight()).isEqualTo(5);
    }

    @Test
    void keptTermsOfTheHighestVersion_giveWayToTheFirstThatACoordinatorGives() {
        store.restore(Grants.of(7, 3)
                .withTerms(NodeTerms.of(
                        GrantVersion.of(Long.MAX_VALUE, 1),
                        List.of(),
                        Map.of("DS-1", List.of(Terms.ofWeight(Grants.GOLD, 99))))));
        store.accept(policy(7, 3));
        assertThat(store.effective().terms("DS-1", Grants.GOLD).weight()).isEqualTo(99);
        assertThat(store.position().terms())
                .as("what its node reports: that there are terms, which no coordinator gave")
                .isGreaterThan(GrantVersion.NONE)
                .isLessThan(GrantVersion.of(1, 0));
        store.accept(terms(7, 1, 5));
        assertThat(store.effective().terms("DS-1", Grants.GOLD).weight()).isEqualTo(5);
    }

    @Test
    void applicationThatIsMetFirst_makesOnlyThoseBeResolvedAgainThatWaitForIt() {
        store.accept(policy(7, 3));
        int generation = store.generation();
        int arrivals = store.arrivals();
        assertThat(store.answered(living(7, 4, "alice"))).isTrue();
        assertThat(store.generation()).isEqualTo(generation);
        assertThat(store.arrivals()).isGreaterThan(arrivals);
        assertThat(store.answered(living(7, 5, "bob"))).isTrue();
        assertThat(store.generation()).isGreaterThan(generation);
    }

    @Test
    void applicationThatWasSaidNotToBeAlive_makesEverybodyBeResolvedAgainOnceItIs() {
        store.accept(policy(7, 3));
        store.answered(ended(7, 4)); // no application has that id yet
        int generation = store.generation();
        store.accept(living(7, 5, "alice"));
        assertThat(store.generation()).isGreaterThan(generation);

        store.accept(ended(7, 6));
        generation = store.generation();
        store.accept(living(7, 7, "alice"));
        assertThat(store.generation()).isGreaterThan(generation);
    }

    @Test
    void lateAnswer_doesNotReviveWhatHasEndedSince() {
        store.accept(policy(7, 3));
        store.answered(living(7, 4, "alice"));
        store.accept(ended(7, 6));
        assertThat(store.effective().application("app-1")).isEmpty();

        assertThat(store.answered(living(7, 5, "alice"))).isTrue();
        assertThat(store.effective().application("app-1")).isEmpty();
        assertThat(store.answered(living(7, 7, "alice"))).isTrue();
        assertThat(store.effective().application("app-1")).isPresent();
    }

    @Test
    void answerOfAnotherLeaderThanThePolicyHeld_isToBeAskedForAgain() {
        assertThat(store.answered(living(7, 4, "alice"))).isFalse();
        store.accept(policy(7, 3));
        assertThat(store.answered(living(8, 4, "alice"))).isFalse();
        assertThat(store.effective().application("app-1")).isEmpty();
    }

    @Test
    void newsWithoutThePolicyThatIsMissing_areRefused() {
        assertThat(store.accept(ended(7, 6))).isEmpty();
        store.accept(policy(7, 3));
        assertThat(store.accept(ended(8, 6))).isEmpty();
        assertThat(store.accept(ended(7, 6))).isPresent();
        assertThat(store.position().applications()).isEqualTo(6);
    }

    @Test
    void expiredGrant_leavesNoTermsOfTheNode() {
        store.accept(policy(7, 3));
        store.accept(terms(7, 1, 5));
        ticker.advance(EXPIRED);
        assertThat(store.effective().terms("DS-1", Grants.GOLD).weight()).isEqualTo(1);
    }
}
