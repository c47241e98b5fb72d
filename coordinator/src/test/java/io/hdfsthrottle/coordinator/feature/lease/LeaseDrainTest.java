package io.hdfsthrottle.coordinator.feature.lease;

import static io.hdfsthrottle.coordinator.feature.lease.Nodes.NOW;
import static io.hdfsthrottle.coordinator.feature.lease.Nodes.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Refused;
import io.hdfsthrottle.coordinator.feature.lease.Ledger.Circumstances;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Leases of drained disks: two disks with two volumes on one of them, of which the faster is leased. */
final class LeaseDrainTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final LeaseSettings SETTINGS =
            new LeaseSettings(true, Duration.ofHours(24), 8, 1, Duration.ofMinutes(10), Duration.ofHours(6), 0.05);
    private static final LeaseRequest ASK =
            new LeaseRequest(ETL, "alice", 1, 1, Optional.empty(), Duration.ofHours(1), Duration.ZERO).drained(true);
    private static final DiskName LEASED = new DiskName("dn1", List.of("DS-1", "DS-2"));

    private List<NodeReport> nodes = node(null, null);
    private long now = NOW;
    private Ledger ledger = Ledger.EMPTY;

    private static List<NodeReport> node(DrainFacts first, DrainFacts second) {
        List<VolumeUsage> volumes = List.of(
                volume("DS-1", "8:0", "200m").drained(first),
                volume("DS-2", "8:0", "200m").drained(second),
                volume("DS-3", "8:16", "100m"));
        return List.of(Nodes.node("dn1", volumes));
    }

    private static DrainFacts left(long bytes) {
        return DrainFacts.of(bytes == 0 ? 0 : 1, bytes, "");
    }

    private Circumstances circumstances() {
        return new Circumstances(Inventory.EMPTY.seen(nodes, now), tenant -> 1, now, SETTINGS);
    }

    private Lease granted() {
        Granted granted = (Granted) ledger.request(ASK, "owner", circumstances());
        ledger = granted.ledger();
        return granted.lease();
    }

    private Lease begun(Lease lease) {
        return ledger.begun(circumstances()).lease(lease.id()).orElseThrow();
    }

    private DiskLine line() {
        return DiskLine.of(Inventory.EMPTY.seen(nodes, now).disk(LEASED).orElseThrow(), ledger.holder(LEASED));
    }

    @Test
    void disksAreTheHoldersAtOnce_andItsTimeBeginsWhenAllOfThemAreDrained() {
        Lease lease = granted();
        assertThat(lease.disks()).containsExactly(LEASED);
        assertThat(lease.draining()).isEqualTo(lease.disks());
        assertThat(lease.since()).isEqualTo(NOW + 6 * 3_600);
        assertThat(((Refused) ledger.request(ASK, "other", circumstances())).reason())
                .isEqualTo(Reason.NO_ROOM);

        now += 60;
        assertThat(ledger.begun(circumstances())).isSameAs(ledger);
        nodes = node(left(0), left(5));
        assertThat(ledger.begun(circumstances())).isSameAs(ledger);
        nodes = node(left(0), null);
        assertThat(ledger.begun(circumstances())).isSameAs(ledger);
        nodes = node(left(0), left(0));
        Lease begun = begun(lease);
        assertThat(begun.draining()).isEmpty();
        assertThat(begun.since()).isEqualTo(now);
        assertThat(begun.until()).isEqualTo(now + 3_600);
        assertThat(begun.left()).hasValue(0);
    }

    @Test
    void leaseThatWaitedLongEnough_beginsAllTheSame_andSaysWhatIsLeft() {
        Lease lease = granted();
        nodes = node(left(7), left(5));
        now += 6 * 3_600 - 1;
        assertThat(ledger.begun(circumstances())).isSameAs(ledger);
        now++;
        assertThat(begun(lease).left()).hasValue(12);
        assertThat(begun(lease).until()).isEqualTo(now + 3_600);
        nodes = nodes.stream().map(Nodes::silent).toList();
        assertThat(begun(lease).left()).isEmpty();
        assertThat(begun(lease).draining()).isEmpty();
    }

    @Test
    void renewalBeforeItsTimeBegan_makesThatLonger() {
        Lease lease = granted();
        now += 60;
        ledger = ((Granted) ledger.renewed(lease.id(), Duration.ofHours(2), circumstances())).ledger();
        nodes = node(left(0), left(0));
        assertThat(begun(lease).until()).isEqualTo(now + 7_200);
    }

    @Test
    void leaseThatIsDrained_isShownSo_withWhatIsLeftOrWhyNot() {
        Lease lease = granted();
        assertThat(line().state()).isEqualTo(DiskLine.State.DRAINING);
        assertThat(line().trouble()).hasValueSatisfying(why -> assertThat(why).contains("does not say"));
        nodes = node(left(7), DrainFacts.of(1, 5, "no room"));
        assertThat(line().left()).contains(DrainFacts.of(2, 12, "no room"));
        assertThat(line().trouble()).contains("no room");
        nodes = node(left(0), left(0));
        assertThat(line().trouble()).isEmpty();
        ledger = ledger.begun(circumstances());
        assertThat(line().state()).isEqualTo(DiskLine.State.LEASED);
        assertThat(line().left()).isEmpty();
        assertThat(ledger.holder(LEASED)).map(Lease::id).contains(lease.id());
    }

    @Test
    void snapshot_keepsHowFarItIs() {
        Lease lease = granted();
        assertThat(Stored.read(LeaseBook.LEASES, Stored.write(LeaseBook.LEASES, ledger)))
                .isEqualTo(ledger);
        nodes = node(left(7), left(5));
        now = lease.since();
        Ledger after = ledger.begun(circumstances());
        assertThat(Stored.read(LeaseBook.LEASES, Stored.write(LeaseBook.LEASES, after)))
                .isEqualTo(after);
    }

    private static List<NodeReport> three(long first, Long third) {
        List<VolumeUsage> volumes = List.of(
                volume("DS-1", "8:0", "200m").drained(left(first)),
                volume("DS-2", "8:0", "200m").drained(left(0)),
                volume("DS-3", "8:16", "150m").drained(third == null ? null : left(third)),
                volume("DS-4", "8:32", "100m"));
        return List.of(Nodes.node("dn1", volumes));
    }

    @Test
    void diskThatIsAdded_isDrainedAlone_whileTheTimeOfTheLeaseGoesOn() {
        nodes = three(0, null);
        Lease lease = granted();
        ledger = ledger.begun(circumstances());
        now += 60;
        ledger = ((Granted) ledger.resized(lease.id(), ask -> ask.sized(2, 1), circumstances())).ledger();
        Lease grown = ledger.lease(lease.id()).orElseThrow();
        DiskName added = new DiskName("dn1", List.of("DS-3"));
        assertThat(grown.disks()).containsExactly(LEASED, added);
        assertThat(grown.draining()).containsExactly(added);
        assertThat(grown.beginsDrained()).isFalse();
        assertThat(grown.drainedBy()).isEqualTo(now + 6 * 3_600);
        assertThat(line().state()).isEqualTo(DiskLine.State.LEASED);

        nodes = three(0, 7L);
        now += 60;
        assertThat(ledger.begun(circumstances())).isSameAs(ledger);
        nodes = three(3, 0L);
        Lease drained = begun(grown);
        assertThat(drained.draining()).isEmpty();
        assertThat(drained.since()).isEqualTo(NOW);
        assertThat(drained.until()).isEqualTo(NOW + 3_600);
        assertThat(drained.left()).hasValue(0);
        now = grown.drainedBy();
        nodes = three(3, 7L);
        assertThat(begun(grown).left()).hasValue(7);
    }

    @Test
    void diskThatIsAddedBeforeItsTimeBegan_delaysThatNoFurther() {
        nodes = three(5, null);
        Lease lease = granted();
        now += 60;
        ledger = ((Granted) ledger.resized(lease.id(), ask -> ask.sized(2, 1), circumstances())).ledger();
        Lease grown = ledger.lease(lease.id()).orElseThrow();
        assertThat(grown.draining()).hasSize(2);
        assertThat(grown.beginsDrained()).isTrue();
        assertThat(grown.since()).isEqualTo(lease.since());

        nodes = three(5, 0L);
        ledger = ((Granted) ledger.resized(lease.id(), ask -> ask.sized(1, 1), circumstances())).ledger();
        assertThat(ledger.lease(lease.id()).orElseThrow().disks()).containsExactly(LEASED);
        nodes = three(0, 0L);
        assertThat(begun(lease).since()).isEqualTo(now);
        assertThat(begun(lease).until()).isEqualTo(now + 3_600);
    }

    private static List<NodeReport> moved(long etl, long others) {
        VolumeUsage volume = VolumeUsage.of(
                        "DS-1", Rate.parse("1m"), List.of(usage(ETL, etl), usage(Tenant.named("other"), others)))
                .on(volume("DS-1", "8:0", "1m").device().orElseThrow())
                .drained(left(0));
        return List.of(Nodes.node("dn1", List.of(volume, volume("DS-3", "8:16", "1k"))));
    }

    private static TenantUsage usage(Tenant tenant, long bytes) {
        return TenantUsage.of(tenant, 1, bytes, Rate.ZERO, Rate.ZERO, false, Duration.ZERO);
    }

    @Test
    void whatOthersMoveOnItsDisks_isCountedFromWhenItsTimeBegan() {
        nodes = moved(0, 0);
        LeaseBook book = book(() -> {});
        Lease lease = ((Granted) book.request(ASK, "owner", false)).lease();
        assertThat(book.othersIo(lease)).isEmpty();
        nodes = moved(10, 1_000);
        book.tick((before, after) -> {});
        assertThat(book.othersIo(lease).orElseThrow().sum()).isZero();
        nodes = moved(50, 1_300);
        book.tick((before, after) -> {});
        assertThat(book.othersIo(lease).orElseThrow().sum()).isEqualTo(300);
        List<NodeReport> without = nodes;
        nodes = List.of(Nodes.node(
                "dn1",
                Stream.concat(
                                nodes.get(0).usage().volumes().stream(),
                                Stream.of(VolumeUsage.of("DS-5", Rate.parse("1m"), List.of(usage(Tenant.named("o"), 7)))
                                        .on(volume("DS-5", "8:32", "1m")
                                                .device()
                                                .orElseThrow())
                                        .drained(left(0))))
                        .toList()));
        assertThat(book.resize(lease.id(), ask -> ask.sized(2, 1), before -> {}, false))
                .get()
                .isInstanceOf(Granted.class);
        book.tick((before, after) -> {});
        assertThat(book.othersIo(lease).orElseThrow().sum())
                .as("what others moved before on the disk that was added is not theirs on this lease")
                .isZero();
        nodes = without;
        assertThat(book.end(lease.id(), false)).isPresent();
        book.tick((before, after) -> {});
        assertThat(book.othersIo(lease)).isEmpty();
    }

    private LeaseBook book(Runnable changed) {
        LeaseBook book = new LeaseBook(
                SETTINGS,
                new MemoryStore(),
                Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC),
                () -> nodes,
                tenant -> 1,
                changed);
        book.open(new Term(1, 0));
        return book;
    }

    @Test
    void nodesAreToldWhatToDrain_andWhenThatIsOver() {
        AtomicInteger told = new AtomicInteger();
        LeaseBook book = book(told::incrementAndGet);
        assertThat(book.request(ASK, "owner", false)).isInstanceOf(Granted.class);
        assertThat(book.into(Grant.NOBODY).draining()).containsExactlyInAnyOrder("DS-1", "DS-2");
        assertThat(told).hasValue(1);

        nodes = node(left(0), left(0));
        List<String> happened = new ArrayList<>();
        book.tick((before, after) ->
                happened.add(before.draining() + " " + after.orElseThrow().draining()));
        assertThat(happened).containsExactly("[dn1/DS-1] []");
        assertThat(told).hasValue(2);
        assertThat(book.into(Grant.NOBODY).draining()).isEmpty();
        assertThat(book.into(Grant.NOBODY).leases()).isEqualTo(Map.of("DS-1", ETL, "DS-2", ETL));
    }
}
