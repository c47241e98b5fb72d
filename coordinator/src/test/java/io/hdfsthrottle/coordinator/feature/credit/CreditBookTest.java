package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.HandSetClock;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Refused;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CreditBookTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final CreditSettings SETTINGS = CreditSettings.standard(true);
    private static final long BEGIN = 490_000L * 3_600;
    private static final String LONGEST_ZONE = ZoneId.getAvailableZoneIds().stream()
            .max(Comparator.comparing(String::length))
            .orElseThrow();

    private final MemoryStore store = new MemoryStore();
    private final HandSetClock clock = new HandSetClock(BEGIN);
    private final AtomicInteger changes = new AtomicInteger();
    private final CreditBook book = new CreditBook(SETTINGS, store, clock, changes::incrementAndGet);

    @BeforeEach
    void open() {
        book.open(new Term(1, 0));
    }

    private static TenantUsage waiting(Tenant tenant) {
        return TenantUsage.of(tenant, 1, 0, Rate.ofBytesPerSecond(1), Rate.ZERO, true, Duration.ZERO);
    }

    private static ClusterDemand both() {
        VolumeUsage volume = VolumeUsage.of("v", null, List.of(waiting(ETL), waiting(GOLD)));
        return ClusterDemand.of(List.of(new NodeDemand("n", Duration.ZERO, true, NodeDemand.NOTHING, List.of(volume))));
    }

    private void count(CreditBook counting) {
        counting.count(CreditBookTest::both, () -> Set.of(ETL, GOLD));
    }

    @Test
    void countedSlices_areThereForTheNextLeader_exactly() {
        assertThat(book.stepBack(ETL, YieldRequest.of("low", Duration.ofHours(8)), false))
                .isInstanceOf(Granted.class);
        for (int i = 0; i < 100; i++) {
            clock.set(BEGIN + i / 4);
            count(book);
        }
        book.close();

        CreditBook next = new CreditBook(SETTINGS, store, clock, () -> {});
        next.open(new Term(2, 1));
        count(next);
        assertThat(next.standing(ETL))
                .isEqualTo(new CreditBalance("etl", 25 * 2.1, "low", 8 * 3_600 - 24, List.of(), 0));
        assertThat(next.factors()).isEqualTo(Map.of(ETL, 0.5));
    }

    @Test
    void sliceThatWasNotKept_doesNotCount() {
        book.stepBack(ETL, YieldRequest.of("low", Duration.ofHours(8)), false);
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);

        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> count(book));
        assertThat(book.held()).isZero();

        store.refuse(null);
        count(book);
        assertThat(book.held()).isEqualTo(2.1);
    }

    @Test
    void nothingIsWritten_whileNobodyYields() {
        count(book);
        assertThat(store.writes()).isZero();
    }

    @Test
    void rehearsal_changesNothing() {
        assertThat(book.stepBack(ETL, YieldRequest.of("idle", Duration.ofHours(1)), true))
                .isInstanceOf(Granted.class);
        assertThat(book.yielding()).isZero();
        assertThat(store.writes()).isZero();
        assertThat(changes).hasValue(0);
    }

    @Test
    void wish_isToldToTheBalancer_onceItWasKept() {
        book.stepBack(ETL, YieldRequest.of("idle", Duration.ofHours(1)), false);
        assertThat(changes).hasValue(1);
        assertThat(book.yielding()).isEqualTo(1);
        assertThat(book.boost(GOLD, 1, false)).isInstanceOf(Refused.class);
        assertThat(changes).hasValue(1);
    }

    @Test
    void off_loadsNothing_andRefuses() {
        CreditBook off = new CreditBook(CreditSettings.OFF, store, clock, () -> {});
        store.write(new Term(1, 0), "credits", "x".getBytes(StandardCharsets.UTF_8));
        off.open(new Term(2, 1));

        assertThat(off.boost(ETL, 1, false)).isInstanceOf(Refused.class);
        assertThat(off.factors()).isEmpty();
    }

    @Test
    void ledgerThatIsNotUnderstood_beginsAnew() {
        for (String written : new String[] {
            "x",
            "{\"version\":1,\"state\":{\"accounts\":{\"etl\":{\"lots\":{\"5\":-1},\"yieldUntil\":0,\"boostUntil\":0}},"
                    + "\"counted\":5}}"
        }) {
            store.write(new Term(1, 0), "credits", written.getBytes(StandardCharsets.UTF_8));
            book.open(new Term(2, 1));
            assertThat(book.standings()).isEmpty();
        }
    }

    @Test
    void closed_decidesNothing() {
        book.close();
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.boost(ETL, 1, false));
        assertThat(book.standings()).isEmpty();
    }

    @Test
    void wrongWish_isRefusedWithAGoodOne() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> YieldRequest.of("high", Duration.ofHours(8)))
                .withMessageContaining("low, lowest or idle");
        for (String[] wrong : new String[][] {
            {"high", "22:00", "06:00", "UTC", "level"},
            {"low", "24:00", "06:00", "UTC", "daily.from"},
            {"low", "22:00", "6:00", "UTC", "daily.until"},
            {"low", "22:00", "22:00", "UTC", "daily.until"},
            {"low", "22:00", "06:00", "Europe/Atlantis", "daily.zone"},
            {"low", "22:00:00", "06:00", "UTC", "daily.from"}
        }) {
            assertThatExceptionOfType(InvalidInput.class)
                    .isThrownBy(() -> DailyTime.of(wrong[0], wrong[1], wrong[2], wrong[3]))
                    .withMessageContaining(wrong[4]);
        }
    }

    @Test
    void fullestLedger_fits() {
        Map<Tenant, Account> accounts = new TreeMap<>();
        for (int i = 0; i < Ledger.MOST_ACCOUNTS; i++) {
            Account account = Account.EMPTY
                    .yielding(Optional.of(Level.LOWEST), BEGIN + 99_999_999)
                    .yieldingDaily(Collections.nCopies(
                            Ledger.MOST_DAILY, DailyTime.of("lowest", "22:01", "06:01", LONGEST_ZONE)))
                    .boosting(BEGIN + 99_999_999);
            for (int hour = 0; hour < 26; hour++) {
                account = account.earning(
                        new Credits(999_999_999_999L / 26), BEGIN + 3_600L * hour, CreditSettings.LARGEST);
            }
            accounts.put(Tenant.named(String.format("%064d", i)), account);
        }
        Ledger ledger = new Ledger(accounts, BEGIN);

        byte[] written = Stored.write(CreditBook.CREDITS, ledger);
        assertThat(written.length).isLessThan(SnapshotStore.LARGEST_BYTES);
        assertThat(Stored.read(CreditBook.CREDITS, written)).isEqualTo(ledger);
    }
}
