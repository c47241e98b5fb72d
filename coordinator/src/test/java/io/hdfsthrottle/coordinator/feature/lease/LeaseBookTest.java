package io.hdfsthrottle.coordinator.feature.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Refused;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LeaseBookTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final LeaseSettings SETTINGS =
            new LeaseSettings(true, Duration.ofHours(24), 8, 1, Duration.ofMinutes(10), Duration.ofHours(6), 0.05);
    private static final LeaseRequest ASK =
            new LeaseRequest(ETL, "alice", 2, 1, Optional.empty(), Duration.ofHours(1), Duration.ofHours(1));

    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger told = new AtomicInteger();
    private final LeaseBook book = book(SETTINGS, Nodes.NOW);

    private LeaseBook book(LeaseSettings settings, long now) {
        Clock clock = Clock.fixed(Instant.ofEpochSecond(now), ZoneOffset.UTC);
        return new LeaseBook(settings, store, clock, () -> Nodes.alike(1, 3), tenant -> 1, told::incrementAndGet);
    }

    @BeforeEach
    void open() {
        book.open(new Term(1, 0));
    }

    @Test
    void leaseThatWasAnswered_isThereForTheNextLeader_whoServesWhoWaits() {
        Lease first = ((Granted) book.request(ASK, "owner", false)).lease();
        Lease second = ((Queued) book.request(ASK, "owner", false)).lease();
        book.close();

        LeaseBook next = book(SETTINGS, first.until() - 1);
        next.open(new Term(2, 1));
        assertThat(next.ledger().lease(first.id())).contains(first);
        next.tick((before, after) -> {
            throw new AssertionError("nothing has ended");
        });
        next.close();

        LeaseBook later = book(SETTINGS, first.until() + DiskLessor.GRACE);
        later.open(new Term(3, 2));
        later.end(second.id(), false);
        Lease third = ((Queued) later.request(ASK, "owner", false)).lease();
        List<String> happened = new ArrayList<>();
        later.tick((before, after) -> happened.add(before.id() + " " + after.map(Lease::isWaiting)));
        assertThat(happened).containsExactly(first.id() + " Optional.empty", third.id() + " Optional[false]");
        assertThat(later.into(Grant.NOBODY).leases()).isEqualTo(Map.of("DS-1-2", ETL, "DS-1-3", ETL));
    }

    @Test
    void requestForCertainDisks_getsNoOther_alsoFromTheNextLeader() {
        Lease first = ((Granted) book.request(ASK, "owner", false)).lease();
        assertThat(first.disks()).extracting(disk -> disk.volumes().get(0)).containsExactly("DS-1-3", "DS-1-2");
        LeaseRequest certain = new LeaseRequest(
                ETL,
                "bob",
                1,
                1,
                Optional.empty(),
                Duration.ofHours(1),
                Duration.ofHours(1),
                Set.of("DS-1-2", "DS-9"),
                false);
        Lease waits = ((Queued) book.request(certain, "owner", false)).lease();
        book.close();

        LeaseBook next = book(SETTINGS, Nodes.NOW);
        next.open(new Term(2, 1));
        assertThat(next.ledger().lease(waits.id())).contains(waits);
        next.end(first.id(), false);
        next.tick((before, after) -> {});
        assertThat(next.ledger().lease(waits.id()).orElseThrow().disks())
                .extracting(disk -> disk.volumes().get(0))
                .containsExactly("DS-1-2");
        LeaseRequest elsewhere = new LeaseRequest(
                ETL, "bob", 1, 1, Optional.empty(), Duration.ofHours(1), Duration.ofHours(1), Set.of("DS-9"), false);
        assertThat(((Refused) next.request(elsewhere, "owner", false)).reason()).isEqualTo(Decision.Reason.NEVER);
    }

    @Test
    void changeThatWasNotKept_isNotSeen() {
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.request(ASK, "owner", false));
        assertThat(book.ledger().leases()).isEmpty();
        assertThat(told).hasValue(0);
    }

    @Test
    void nodesAreToldWhenDisksChangeHands_andNotWhenSomebodyWaitsOrRenewsOrRehearses() {
        assertThat(book.request(ASK, "owner", true)).isInstanceOf(Granted.class);
        assertThat(told).hasValue(0);
        Lease lease = ((Granted) book.request(ASK, "owner", false)).lease();
        assertThat(told).hasValue(1);
        assertThat(book.request(ASK, "owner", false)).isInstanceOf(Queued.class);
        assertThat(book.renew(lease.id(), Duration.ofHours(2), false)).isPresent();
        assertThat(told).hasValue(1);
        assertThat(book.resize(lease.id(), ask -> ask.sized(1, 1), before -> {}, true))
                .get()
                .isInstanceOf(Granted.class);
        assertThat(told).hasValue(1);
        assertThat(book.leasedDisks()).isEqualTo(2);
        assertThat(book.waiting()).isEqualTo(1);
        assertThat(book.resize(lease.id(), ask -> ask.sized(1, 1), before -> {}, false))
                .get()
                .isInstanceOf(Granted.class);
        assertThat(told).hasValue(2);
        assertThat(book.into(Grant.NOBODY).leases()).containsOnlyKeys("DS-1-3");
        assertThat(book.end(lease.id(), false)).isPresent();
        assertThat(told).hasValue(3);
    }

    @Test
    void closed_answersNobodyThatThereIsNoLease() {
        book.close();
        assertThatExceptionOfType(NotStored.class).isThrownBy(book::ledger);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.renew("lease-1", Duration.ofHours(1), false));
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.end("lease-1", false));
        assertThat(book.into(Grant.NOBODY).leases()).isEmpty();
        assertThat(book.leasedDisks()).isZero();
    }

    @Test
    void diskOfALease_isShownThoughItsNodeHasNotReportedYet() {
        LeaseBook other = book(SETTINGS, Nodes.NOW);
        assertThat(book.request(ASK, "owner", false)).isInstanceOf(Granted.class);
        LeaseBook deaf = new LeaseBook(
                SETTINGS,
                store,
                Clock.fixed(Instant.ofEpochSecond(Nodes.NOW), ZoneOffset.UTC),
                List::of,
                tenant -> 1,
                () -> {});
        deaf.open(new Term(2, 1));
        other.open(new Term(3, 2));

        assertThat(deaf.disks())
                .hasSize(2)
                .allMatch(line ->
                        line.state() == DiskLine.State.BROKEN && line.holder().isPresent());
        assertThat(other.disks()).hasSize(3).noneMatch(line -> line.state() == DiskLine.State.BROKEN);
    }

    /** Who lists leases while one is renewed waits for nothing, and holds nothing up. */
    @Test
    void lists_areAnsweredWhileAChangeIsStored() {
        assertThat(book.request(ASK, "owner", false)).isInstanceOf(Granted.class);
        String waits = ((Queued) book.request(ASK, "owner", false)).lease().id();
        AtomicInteger disks = new AtomicInteger();
        store.during(() -> CompletableFuture.runAsync(() -> {
                    disks.set(book.disks().size());
                    assertThat(book.outlooks()).containsOnlyKeys(waits);
                })
                .orTimeout(1, TimeUnit.MINUTES)
                .join());

        assertThat(book.renew(waits, Duration.ofHours(2), false)).isPresent();

        assertThat(disks).hasValue(3);
    }

    @Test
    void off_loadsNothing_andRefuses_butShowsDisks() {
        store.write(new Term(1, 0), "leases", "x".getBytes(StandardCharsets.UTF_8));
        LeaseBook off = book(LeaseSettings.OFF, Nodes.NOW);
        off.open(new Term(2, 1));

        assertThat(off.request(ASK, "owner", false)).isInstanceOf(Refused.class);
        assertThat(off.disks()).hasSize(3);
    }

    @Test
    void ledgerThatIsNotUnderstood_isAReasonNotToLead() {
        store.write(new Term(1, 0), "leases", "x".getBytes(StandardCharsets.UTF_8));
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> book.open(new Term(2, 1)));
    }
}
