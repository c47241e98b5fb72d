package io.hdfsthrottle.coordinator.feature.lease;

import static io.hdfsthrottle.coordinator.feature.lease.Nodes.NOW;
import static io.hdfsthrottle.coordinator.feature.lease.Nodes.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Refused;
import io.hdfsthrottle.coordinator.feature.lease.Ledger.Circumstances;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.identity.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LeaseLedgerTest {
    private static final Tenant LOW = Tenant.named("low");
    private static final Tenant HIGH = Tenant.named("high");
    private static final LeaseSettings SETTINGS =
            new LeaseSettings(true, Duration.ofHours(8), 20, 1, Duration.ofMinutes(1), Duration.ofHours(6), 0.05);
    private static final Duration HOUR = Duration.ofHours(1);

    private Ledger ledger = Ledger.EMPTY;
    private List<NodeReport> nodes = Nodes.alike(2, 3);
    private long now = NOW;

    private Circumstances circumstances() {
        return new Circumstances(
                Inventory.EMPTY.seen(nodes, now), tenant -> tenant.equals(HIGH) ? 10 : 1, now, SETTINGS);
    }

    private static LeaseRequest ask(Tenant tenant, int disks, int nodes, Duration patience) {
        return new LeaseRequest(tenant, "user-of-" + tenant, disks, nodes, Optional.empty(), HOUR, patience);
    }

    private Decision request(LeaseRequest ask) {
        Decision decision = ledger.request(ask, "owner", circumstances());
        if (decision instanceof Granted granted) {
            ledger = granted.ledger();
        } else if (decision instanceof Queued queued) {
            ledger = queued.ledger();
        }
        return decision;
    }

    private Lease granted(LeaseRequest ask) {
        return ((Granted) request(ask)).lease();
    }

    private Lease queued(LeaseRequest ask) {
        return ((Queued) request(ask)).lease();
    }

    private void tick() {
        ledger = ledger.ended(now).served(circumstances());
    }

    private boolean isServed(Lease lease) {
        return !ledger.lease(lease.id()).orElseThrow().isWaiting();
    }

    @Test
    void request_getsTheFastestDisksOfEachNode_andOneOfEachStaysShared() {
        Lease lease = granted(ask(LOW, 2, 2, Duration.ZERO));

        assertThat(lease.disks())
                .extracting(DiskName::toString)
                .containsExactly("dn1/DS-1-3", "dn1/DS-1-2", "dn2/DS-2-3", "dn2/DS-2-2");
        assertThat(lease.until()).isEqualTo(NOW + 3_600);
        assertThat(((Refused) request(ask(LOW, 1, 1, Duration.ZERO))).reason()).isEqualTo(Reason.NO_ROOM);
    }

    @Test
    void requestOfAKind_getsThatKindAlone() {
        nodes = List.of(Nodes.node(
                "dn1",
                List.of(volume("DS-1", "8:0", "1g"), volume("DS-2", "259:0", "100m"), volume("DS-3", "8:16", "1g"))));
        LeaseRequest ssd =
                new LeaseRequest(LOW, "alice", 1, 1, DiskKind.asked("ssd"), Duration.ofHours(1), Duration.ZERO);

        assertThat(granted(ssd).disks()).extracting(DiskName::toString).containsExactly("dn1/DS-2");
        assertThat(((Refused) request(ssd)).reason()).isEqualTo(Reason.NO_ROOM);
    }

    @Test
    void requestForMoreThanThereIs_isRefused_alsoIfItWaits() {
        Refused refused = (Refused) request(ask(LOW, 3, 1, HOUR));
        assertThat(refused.reason()).isEqualTo(Reason.NEVER);
        assertThat(refused.sentence()).contains("lease.shared.least");
        nodes = nodes.stream().map(Nodes::silent).toList();
        assertThat(((Refused) request(ask(LOW, 1, 1, HOUR))).reason()).isEqualTo(Reason.NEVER);
    }

    @Test
    void requestThatFindsNoRoom_isToldWhatIsFreeAndWhen() {
        granted(ask(LOW, 2, 1, Duration.ZERO));
        now += 60;

        Refused refused = (Refused) request(ask(HIGH, 2, 2, Duration.ZERO));

        assertThat(refused.reason()).isEqualTo(Reason.NO_ROOM);
        assertThat(refused.outlook().free()).isEqualTo(2);
        assertThat(refused.outlook().nodes()).isEqualTo(1);
        assertThat(refused.outlook().notBefore()).hasValue(NOW + 3_600 + DiskLessor.GRACE);
        assertThat(refused.sentence()).contains("\"waitSeconds\": 28800");
    }

    @Test
    void userBeyondItsQuota_isRefused_countingWhatItWaitsFor() {
        nodes = Nodes.alike(8, 4);
        granted(ask(LOW, 2, 8, Duration.ZERO));
        queued(ask(LOW, 2, 2, HOUR));

        Refused refused = (Refused) request(ask(LOW, 1, 1, HOUR));
        assertThat(refused.reason()).isEqualTo(Reason.QUOTA);
        assertThat(refused.sentence()).contains("21 disks", "lease.disks.per.user");
        assertThat(request(ask(HIGH, 1, 1, HOUR))).isInstanceOf(Granted.class);
    }

    @Test
    void waitingRequests_areServedByPriority() {
        Lease first = granted(ask(LOW, 2, 2, Duration.ZERO));
        Lease low = queued(ask(LOW, 2, 2, HOUR));
        Lease high = queued(ask(HIGH, 2, 2, HOUR));

        ledger = ledger.without(first.id());
        tick();

        assertThat(isServed(high)).isTrue();
        assertThat(isServed(low)).isFalse();
    }

    @Test
    void requestThatWaitedLong_goesBeforeOneOfHigherPriority() {
        Lease first = granted(ask(LOW, 2, 2, Duration.ZERO));
        Lease low = queued(ask(LOW, 2, 2, HOUR));
        now += 10 * 60;
        Lease high = queued(ask(HIGH, 2, 2, HOUR));

        ledger = ledger.without(first.id());
        tick();

        assertThat(isServed(low)).isTrue();
        assertThat(isServed(high)).isFalse();
    }

    @Test
    void smallRequest_doesNotPassALargeOneThatWaits_unlessItWantsAnotherKind() {
        nodes = List.of(
                Nodes.node(
                        "dn1",
                        List.of(
                                volume("DS-1", "8:0", "1m"),
                                volume("DS-2", "8:16", "1m"),
                                volume("DS-3", "259:0", "1m"))),
                Nodes.node("dn2", List.of(volume("DS-4", "8:0", "1m"), volume("DS-5", "8:16", "1m"))));
        granted(new LeaseRequest(LOW, "a", 1, 2, DiskKind.asked("hdd"), Duration.ofHours(1), Duration.ZERO));
        queued(new LeaseRequest(LOW, "b", 1, 2, DiskKind.asked("hdd"), Duration.ofHours(1), Duration.ofHours(1)));

        assertThat(((Queued) request(new LeaseRequest(
                                LOW, "c", 1, 1, DiskKind.asked("hdd"), Duration.ofHours(1), Duration.ofHours(1))))
                        .outlook()
                        .ahead())
                .isEqualTo(1);
        assertThat(request(new LeaseRequest(LOW, "d", 1, 1, DiskKind.asked("ssd"), Duration.ofHours(1), Duration.ZERO)))
                .isInstanceOf(Granted.class);
        tick();
        assertThat(ledger.leases()).filteredOn(Lease::isWaiting).hasSize(2);
    }

    /** Short requests of the highest priority keep arriving: a waiting request gets its turn. */
    @Test
    void nobody_starves() {
        granted(new LeaseRequest(HIGH, "h0", 2, 1, Optional.empty(), Duration.ofMinutes(2), Duration.ZERO));
        Lease large = queued(ask(LOW, 2, 2, Duration.ofDays(1)));
        int minutes = 0;
        while (!isServed(large) && minutes < 60) {
            minutes++;
            now += 60;
            tick();
            Decision unused = request(new LeaseRequest(
                    HIGH, "h" + minutes, 2, 1, Optional.empty(), Duration.ofMinutes(2), Duration.ofMinutes(3)));
        }
        assertThat(isServed(large)).as("after %d minutes", minutes).isTrue();
    }

    @Test
    void requestForMoreThanThereIsAnyMore_holdsNobodyBack() {
        Lease first = granted(ask(LOW, 2, 2, Duration.ZERO));
        queued(ask(HIGH, 2, 2, HOUR));
        ledger = ledger.without(first.id());
        nodes = List.of(nodes.get(0), Nodes.silent(nodes.get(1)));

        assertThat(request(ask(LOW, 1, 1, Duration.ZERO))).isInstanceOf(Granted.class);
    }

    @Test
    void renewal_runsFromNow_andNeverShortens() {
        Lease lease = granted(ask(LOW, 1, 1, Duration.ZERO));
        now += 1_800;
        Lease longer = ((Granted) ledger.renewed(lease.id(), HOUR, circumstances())).lease();
        Lease same = ((Granted) ledger.renewed(lease.id(), Duration.ofMinutes(1), circumstances())).lease();

        assertThat(longer.until()).isEqualTo(NOW + 1_800 + 3_600);
        assertThat(longer.disks()).isEqualTo(lease.disks());
        assertThat(same).isEqualTo(lease);
    }

    @Test
    void renewal_endsAtTheLongestLease_whileSomebodyWaitsForSuchDisks() {
        Lease lease = granted(ask(LOW, 2, 2, Duration.ZERO));
        Lease other = queued(ask(HIGH, 2, 2, Duration.ofDays(2)));
        now += 3_000;
        Granted first = (Granted) ledger.renewed(lease.id(), SETTINGS.longest(), circumstances());
        ledger = first.ledger();

        assertThat(first.lease().until()).isEqualTo(NOW + SETTINGS.longest().toSeconds());
        assertThat(((Refused) ledger.renewed(lease.id(), SETTINGS.longest(), circumstances())).reason())
                .isEqualTo(Reason.WANTED);
        ledger = ledger.without(other.id());
        assertThat(ledger.renewed(lease.id(), SETTINGS.longest(), circumstances()))
                .isInstanceOf(Granted.class);
    }

    @Test
    void leaseThatEnded_keepsItsDisksWhileAnotherClockMayBeBehind() {
        Lease lease = granted(ask(LOW, 2, 2, Duration.ZERO));
        now = lease.until() + DiskLessor.GRACE - 1;
        assertThat(ledger.ended(now)).isSameAs(ledger);
        now++;
        assertThat(ledger.ended(now).leases()).isEmpty();
    }

    @Test
    void requestThatNobodyServed_givesUp() {
        granted(ask(LOW, 2, 2, Duration.ZERO));
        Lease waiting = queued(ask(HIGH, 2, 2, Duration.ofMinutes(5)));
        now += 300;
        tick();
        assertThat(ledger.lease(waiting.id())).isEmpty();
    }

    @Test
    void off_refusesEverything() {
        Circumstances off = new Circumstances(Nodes.inventory(nodes), tenant -> 1, now, LeaseSettings.OFF);
        Refused refused = (Refused) Ledger.EMPTY.request(ask(LOW, 1, 1, HOUR), "owner", off);
        assertThat(refused.reason()).isEqualTo(Reason.OFF);
        assertThat(refused.sentence()).contains("lease = on");
    }

    @Test
    void snapshot_isReadBackWhole_andAWrongOneIsRefused() {
        granted(new LeaseRequest(LOW, "alice", 2, 1, DiskKind.asked("hdd"), Duration.ofHours(1), Duration.ZERO));
        queued(ask(HIGH, 2, 2, HOUR));
        byte[] written = Stored.write(LeaseBook.LEASES, ledger);

        assertThat(Stored.read(LeaseBook.LEASES, written)).isEqualTo(ledger);
        String text = new String(written, StandardCharsets.UTF_8);
        for (String wrong : List.of(
                "x",
                text.replace("\"version\":1", "\"version\":2"),
                text.replace("\"kind\":\"HDD\"", "\"kind\":\"tape\""),
                text.replace("\"volumes\":[\"DS-1-3\"]", "\"volumes\":[]"))) {
            assertThat(wrong).isNotEqualTo(text);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> Stored.read(LeaseBook.LEASES, wrong.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void wrongRequest_isRefusedByName() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> new LeaseRequest(
                        LOW, "alice", 1, 1, DiskKind.asked("tape"), Duration.ofHours(1), Duration.ZERO))
                .withMessageContaining("kind")
                .withMessageContaining("hdd or ssd");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() ->
                        new LeaseRequest(LOW, "alice", 0, 1, DiskKind.asked(null), Duration.ofHours(1), Duration.ZERO))
                .withMessageContaining("disks");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> new LeaseRequest(
                        LOW, "alice", 100, 11, DiskKind.asked(null), Duration.ofHours(1), Duration.ZERO))
                .withMessageContaining("nodes");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() ->
                        new LeaseRequest(LOW, "a b", 1, 1, DiskKind.asked(null), Duration.ofHours(1), Duration.ZERO))
                .withMessageContaining("user");
    }
}
