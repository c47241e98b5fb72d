package io.hdfsthrottle.coordinator.feature.history;

import static io.hdfsthrottle.coordinator.feature.history.Day.A;
import static io.hdfsthrottle.coordinator.feature.history.Day.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class HistoryBookTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long FAST = 100_000_000;
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-25T12:00:00Z"), ZoneOffset.UTC);

    private final MemoryStore store = new MemoryStore();
    private final Policy policy = Day.policy(A, B);
    private final ClusterDemand demand = Day.charging(Map.of(A, FAST, B, 0L));

    private HistoryBook opened(HistorySettings settings, Clock clock, long epoch) {
        HistoryBook book = new HistoryBook(settings, store, clock);
        book.open(new Term(epoch, 0));
        return book;
    }

    private History run(HistoryBook book, int seconds) {
        History history = History.NONE;
        for (long second = 0; second <= seconds; second++) {
            history = book.next(policy, demand, second * SECOND);
        }
        return history;
    }

    @Test
    void history_isKeptEveryHalfMinute_andGoesOnUnderTheNextLeader() {
        History kept = run(opened(HistorySettings.fennel(), NOON, 1), 3_600);
        assertThat(store.writes()).isEqualTo(120);

        Clock later = Clock.offset(NOON, Duration.ofHours(1));
        HistoryBook next = opened(HistorySettings.fennel(), later, 2);
        History loaded = next.next(policy, demand, 77 * SECOND);
        assertThat(loaded.past(A).rate()).isCloseTo(kept.past(A).rate() / 2, offset(1e3));
        assertThat(loaded.filled()).isCloseTo(kept.filled() / 2, offset(1e-6));
        assertThat(loaded.past(A).used()).isGreaterThan(1);
    }

    @Test
    void aClockThatIsBehind_fadesNothing() {
        History kept = run(opened(HistorySettings.fennel(), NOON, 1), 3_600);
        HistoryBook next = opened(HistorySettings.fennel(), Clock.offset(NOON, Duration.ofHours(-9)), 2);

        assertThat(next.history().past(A).rate()).isCloseTo(kept.past(A).rate(), offset(1.0));
    }

    @Test
    void off_knowsNothing_andWritesNothing() {
        HistoryBook book = opened(HistorySettings.OFF, NOON, 1);

        assertThat(run(book, 100)).isSameAs(History.NONE);
        assertThat(store.writes()).isZero();
    }

    @Test
    void aRefusedWrite_isNoReasonToStop() {
        HistoryBook book = opened(HistorySettings.fennel(), NOON, 1);
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);

        assertThat(run(book, 100).past(A).rate()).isPositive();
    }

    @Test
    void whatIsNotUnderstood_isNoReasonNotToLead() {
        for (String written : new String[] {
            "{\"version\":2}", "x", "{\"version\":1,\"state\":{\"millis\":0,\"filled\":-1,\"tenants\":{}}}"
        }) {
            store.write(new Term(1, 0), Map.of("history", written.getBytes(StandardCharsets.UTF_8)));
            assertThat(opened(HistorySettings.fennel(), NOON, 2).history()).isSameAs(History.NONE);
        }
    }

    @Test
    void closed_knowsNothing() {
        HistoryBook book = opened(HistorySettings.fennel(), NOON, 1);
        run(book, 10);
        book.close();

        assertThat(book.history()).isSameAs(History.NONE);
        assertThat(book.next(policy, demand, 99 * SECOND)).isSameAs(History.NONE);
    }

    @Test
    void aThousandTenantsWithTheLongestNames_fit() {
        Policy many = Policy.INITIAL;
        Map<Tenant, Long> rates = new TreeMap<>();
        for (int i = 0; i < 995; i++) {
            Tenant tenant = Tenant.named(String.format("%064d", i));
            many = many.with(TenantTerms.of(tenant, 1));
            rates.put(tenant, FAST + i);
        }
        HistoryBook book = opened(HistorySettings.fennel(), NOON, 1);
        for (long second = 0; second <= 31; second++) {
            History unused = book.next(many, Day.charging(rates), second * SECOND);
        }

        assertThat(store.writes()).isEqualTo(1);
        assertThat(store.largest()).isLessThan(SnapshotStore.LARGEST_BYTES / 2);
        assertThat(opened(HistorySettings.fennel(), NOON, 2).history().pasts()).hasSize(995);
    }
}
