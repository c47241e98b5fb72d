package io.hdfsthrottle.coordinator.feature.lease;

import static io.hdfsthrottle.coordinator.feature.lease.Nodes.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Refused;
import io.hdfsthrottle.coordinator.feature.lease.Ledger.Circumstances;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Leases that are resized, and disks that are asked for by their names; the later a disk, the faster. */
final class LeaseSizeTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final LeaseSettings SETTINGS =
            new LeaseSettings(true, Duration.ofHours(8), 8, 1, Duration.ofMinutes(1), Duration.ofHours(6), 0.05);

    private Ledger ledger = Ledger.EMPTY;
    private List<NodeReport> nodes = Nodes.alike(3, 4);
    private long now = NOW;

    private Circumstances circumstances() {
        return new Circumstances(Inventory.EMPTY.seen(nodes, now), tenant -> 1, now, SETTINGS);
    }

    private static LeaseRequest ask(String user, int disks, int nodes, Duration patience) {
        return new LeaseRequest(ETL, user, disks, nodes, Optional.empty(), Duration.ofHours(1), patience);
    }

    private static LeaseRequest any(String user) {
        return ask(user, 1, 1, Duration.ZERO);
    }

    private static List<DiskName> those(String... names) {
        return Stream.of(names)
                .map(name -> name.split("/"))
                .map(name -> new DiskName(name[0], List.of(name[1])))
                .toList();
    }

    private Lease granted(LeaseRequest ask) {
        Granted granted = (Granted) ledger.request(ask, "owner", circumstances());
        ledger = granted.ledger();
        return granted.lease();
    }

    private Lease queued(LeaseRequest ask) {
        Queued queued = (Queued) ledger.request(ask, "owner", circumstances());
        ledger = queued.ledger();
        return queued.lease();
    }

    private Lease resized(Lease lease, UnaryOperator<LeaseRequest> size) {
        Granted granted = (Granted) ledger.resized(lease.id(), size, circumstances());
        ledger = granted.ledger();
        return granted.lease();
    }

    private Refused refused(Lease lease, UnaryOperator<LeaseRequest> size) {
        return (Refused) ledger.resized(lease.id(), size, circumstances());
    }

    private static List<String> names(Lease lease) {
        return lease.disks().stream().map(DiskName::toString).toList();
    }

    @Test
    void lease_growsByTheFastestFreeDisks_andKeepsItsDisksAndItsTime() {
        Lease lease = granted(ask("alice", 1, 2, Duration.ZERO));
        assertThat(names(lease)).containsExactly("dn1/DS-1-4", "dn2/DS-2-4");
        now += 600;

        Lease wider = resized(lease, ask -> ask.sized(2, 2));
        assertThat(names(wider)).containsExactly("dn1/DS-1-4", "dn2/DS-2-4", "dn1/DS-1-3", "dn2/DS-2-3");
        assertThat(wider.since()).isEqualTo(lease.since());
        assertThat(wider.until()).isEqualTo(lease.until());
        Lease longer = resized(wider, ask -> ask.sized(2, 3));
        assertThat(names(longer)).startsWith("dn1/DS-1-4", "dn2/DS-2-4").endsWith("dn3/DS-3-4", "dn3/DS-3-3");
        assertThat(longer.ask().total()).isEqualTo(6);
        assertThat(ledger.holder(those("dn3/DS-3-3").get(0))).map(Lease::id).contains(lease.id());
    }

    @Test
    void lease_givesBackTheLastThatItGot_andDisksInTroubleFirst() {
        Lease lease = granted(ask("alice", 2, 2, Duration.ZERO));
        assertThat(names(lease)).containsExactly("dn1/DS-1-4", "dn1/DS-1-3", "dn2/DS-2-4", "dn2/DS-2-3");

        assertThat(names(resized(lease, ask -> ask.sized(1, 2)))).containsExactly("dn1/DS-1-4", "dn2/DS-2-4");
        assertThat(ledger.holder(those("dn1/DS-1-3").get(0))).isEmpty();
        assertThat(names(resized(lease, ask -> ask.sized(1, 1)))).containsExactly("dn1/DS-1-4");

        Lease other = granted(ask("bob", 1, 2, Duration.ZERO));
        assertThat(names(other)).containsExactly("dn2/DS-2-4", "dn3/DS-3-4");
        nodes = List.of(nodes.get(0), Nodes.silent(nodes.get(1)), nodes.get(2));
        assertThat(names(resized(other, ask -> ask.sized(1, 1)))).containsExactly("dn3/DS-3-4");
    }

    @Test
    void shrinking_isPossibleWhateverElseIsNot() {
        Lease lease = granted(ask("alice", 2, 3, Duration.ZERO));
        queued(ask("bob", 3, 2, Duration.ofHours(1)));
        nodes = nodes.stream().map(Nodes::silent).toList();
        assertThat(names(resized(lease, ask -> ask.sized(2, 2))))
                .containsExactly("dn1/DS-1-4", "dn1/DS-1-3", "dn2/DS-2-4", "dn2/DS-2-3");
        nodes = List.of();
        assertThat(names(resized(lease, ask -> ask.sized(1, 1)))).containsExactly("dn1/DS-1-4");
    }

    @Test
    void growth_isRefusedWithoutRoom_andBehindWhoWaits_andBeyondTheQuota() {
        Lease lease = granted(ask("alice", 2, 1, Duration.ZERO));
        granted(ask("bob", 3, 2, Duration.ZERO));

        Refused full = refused(lease, ask -> ask.sized(2, 2));
        assertThat(full.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(full.outlook().free()).isEqualTo(1);
        assertThat(full.outlook().notBefore()).hasValue(NOW + 3_600 + 30);
        assertThat(refused(lease, ask -> ask.sized(4, 1)).reason()).isEqualTo(Reason.NEVER);
        assertThat(refused(lease, ask -> ask.sized(3, 3)).reason()).isEqualTo(Reason.QUOTA);
        assertThat(names(resized(lease, ask -> ask.sized(3, 1)))).hasSize(3);

        resized(lease, ask -> ask.sized(2, 1));
        queued(ask("carol", 2, 2, Duration.ofHours(1)));
        Refused behind = refused(lease, ask -> ask.sized(3, 1));
        assertThat(behind.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(behind.outlook().ahead()).isEqualTo(1);
        assertThat(behind.sentence()).contains("1 requests come first");
    }

    @Test
    void requestThatWaits_hasNothingToResize() {
        granted(ask("alice", 2, 3, Duration.ZERO));
        Lease waits = queued(ask("bob", 2, 3, Duration.ofHours(1)));
        assertThat(refused(waits, ask -> ask.sized(1, 1)).reason()).isEqualTo(Reason.WAITING);
    }

    @Test
    void numbersThatWouldExchangeDisks_areRefused_andNamesExchangeThem() {
        Lease lease = granted(ask("alice", 1, 2, Duration.ZERO));
        assertThat(refused(lease, ask -> ask.sized(2, 1)).sentence()).contains("exchange");
        Lease bobs = granted(any("bob").named(those("dn1/DS-1-1", "dn1/DS-1-2")));
        assertThat(refused(lease, ask -> ask.sized(2, 2)).sentence()).contains("exchange");

        Lease other = resized(lease, ask -> ask.named(those("dn2/DS-2-4", "dn2/DS-2-1")));
        assertThat(names(other)).containsExactly("dn2/DS-2-4", "dn2/DS-2-1");
        assertThat(ledger.holder(those("dn1/DS-1-4").get(0))).isEmpty();
        Refused held = refused(lease, ask -> ask.named(those("dn2/DS-2-4", "dn1/DS-1-1")));
        assertThat(held.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(held.outlook().unavailable()).containsOnlyKeys("DS-1-1");
        assertThat(held.sentence()).contains("DS-1-1: " + bobs.id() + " has it until");
    }

    @Test
    void disksOfAnEarlierLease_areLeasedAgain_orTheRefusalSaysWhyNot() {
        Lease lease = granted(ask("alice", 2, 2, Duration.ZERO));
        ledger = ledger.without(lease.id());
        Lease bobs = granted(any("bob").named(those("dn1/DS-1-3")));

        Refused refused = (Refused) ledger.request(any("alice").named(lease.disks()), "owner", circumstances());
        assertThat(refused.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(refused.outlook().unavailable()).containsOnlyKeys("DS-1-3");
        assertThat(refused.sentence()).contains("DS-1-3: " + bobs.id() + " has it until 2027-01-15T09:00:00Z");
        assertThat(refused.outlook().notBefore()).hasValue(bobs.until() + 30);

        ledger = ledger.without(bobs.id());
        assertThat(granted(any("alice").named(lease.disks())).disks()).hasSameElementsAs(lease.disks());
        Refused gone =
                (Refused) ledger.request(any("carol").named(those("dn1/DS-1-1", "dn2/DS-9")), "owner", circumstances());
        assertThat(gone.reason()).isEqualTo(Reason.NEVER);
        assertThat(gone.sentence()).contains("DS-9: no node reports it").doesNotContain("DS-1-1");
        LeaseRequest ssd =
                new LeaseRequest(ETL, "carol", 1, 1, Optional.of(DiskKind.SSD), Duration.ofHours(1), Duration.ZERO);
        assertThat(((Refused) ledger.request(ssd.named(those("dn1/DS-1-1")), "owner", circumstances())).sentence())
                .contains("DS-1-1: it is of the kind hdd");
    }

    @Test
    void requestThatNamesDisks_waitsForThese_andHoldsUpNobodyWhoWantsOthers() {
        Lease first = granted(any("alice").named(those("dn1/DS-1-4")));
        Lease waits = queued(ask("bob", 1, 1, Duration.ofHours(2)).named(those("dn1/DS-1-4", "dn1/DS-1-3")));
        assertThat(waits.ask().total()).isEqualTo(2);

        // DS-1-3 is free, and kept for who comes first; one disk of the node stays shared beside it
        assertThat(names(granted(any("carol").named(those("dn1/DS-1-2"))))).containsExactly("dn1/DS-1-2");
        Refused kept = (Refused) ledger.request(any("dave").named(those("dn1/DS-1-3")), "owner", circumstances());
        assertThat(kept.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(kept.outlook().ahead()).isEqualTo(1);
        assertThat(kept.sentence()).contains("DS-1-3: " + waits.id() + " waits for it and comes first");
        assertThat(names(granted(any("erin")))).containsExactly("dn2/DS-2-4");

        ledger = ledger.without(first.id()).served(circumstances());
        assertThat(names(ledger.lease(waits.id()).orElseThrow())).containsExactly("dn1/DS-1-4", "dn1/DS-1-3");
    }

    @Test
    void requestThatNamesDisks_waitsBehindWhoWaitsForAny() {
        granted(ask("alice", 2, 3, Duration.ZERO));
        queued(ask("bob", 2, 3, Duration.ofHours(1)));
        Refused refused = (Refused) ledger.request(any("carol").named(those("dn1/DS-1-1")), "owner", circumstances());
        assertThat(refused.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(refused.outlook().ahead()).isEqualTo(1);
    }

    @Test
    void namesThatAreNoDisks_areRefused() {
        for (List<DiskName> wrong : List.of(
                those("dn1/DS-1-1", "dn1/DS-1-1"),
                those("dn1/DS-1-1", "dn2/DS-2-1", "dn2/DS-2-2"),
                those("dn1/" + "x".repeat(65)),
                those("dn1/a\nb"),
                List.of(new DiskName(
                        "dn1", Stream.iterate("DS-", id -> id + "1").limit(17).toList())),
                Collections.nCopies(1_001, those("dn1/DS-1-1").get(0)))) {
            assertThatExceptionOfType(InvalidInput.class)
                    .isThrownBy(() -> any("alice").named(wrong))
                    .withMessageContaining("holds");
        }
    }
}
