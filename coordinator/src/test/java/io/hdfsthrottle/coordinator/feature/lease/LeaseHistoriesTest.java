package io.hdfsthrottle.coordinator.feature.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens, a disk has one holder at most, and no client loses a disk that it was told to have. Three
 * coordinators with clocks of their own, of which one leads and others may believe that they do; writes that are
 * refused, lost, or kept without an answer; nodes that fall silent, disks that disappear and return, and nodes that
 * renumber their devices. Cases are drawn from seeds; {@code -Dlease.cases=100000} tries more of them,
 * {@code -Dlease.seed=N} another.
 */
@Tag("slow")
final class LeaseHistoriesTest {
    private static final int CASES = Integer.getInteger("lease.cases", 1_000);
    private static final long SEED = Long.getLong("lease.seed", 20_261_125L);
    private static final int STEPS = 48;

    /** How far a clock may be off: two differ by less than a lease's grace. */
    private static final int SKEW = (int) DiskLessor.GRACE / 2 - 1;

    private static final int NODES = 3;
    private static final int DISKS = 4;
    private static final List<Tenant> TENANTS = List.of(Tenant.named("a"), Tenant.named("b"));
    private static final LeaseSettings SETTINGS = new LeaseSettings(
            true, Duration.ofMinutes(20), 1_000, 1, Duration.ofSeconds(30), Duration.ofHours(6), 0.05);

    /** Counts over all cases, which show that the tested events did occur. */
    private static final class Tally {
        private int granted;
        private int served;
        private int renewed;
        private int grown;
        private int shrunk;
        private int sameAgain;
        private int refusedByTheFence;
        private int keptUnheard;
        private int reigns;
    }

    /** A store that refuses deposed leaders, as the version of the epoch's znode does, and whose answers get lost. */
    private static final class FencedStore implements SnapshotStore {
        private final SplittableRandom random;
        private final Tally tally;
        private int fence;
        private byte[] kept;
        private boolean calm;

        FencedStore(SplittableRandom random, Tally tally) {
            this.random = random;
            this.tally = tally;
        }

        @Override
        public Optional<byte[]> load(String concern) {
            return Optional.ofNullable(kept);
        }

        @Override
        public Map<String, byte[]> load(Collection<String> concerns) {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public void write(Term term, Map<String, byte[]> snapshots) {
            check(snapshots);
            if (term.fence() != fence) {
                tally.refusedByTheFence++;
                throw new NotStored(NotStored.Reason.NOT_LEADING, "deposed");
            }
            int fate = calm ? 2 : random.nextInt(16);
            if (fate == 0) {
                throw new NotStored(NotStored.Reason.OUTCOME_UNKNOWN, "it was lost");
            }
            kept = snapshots.get("leases");
            if (fate == 1) {
                tally.keptUnheard++;
                throw new NotStored(NotStored.Reason.OUTCOME_UNKNOWN, "its answer was lost");
            }
        }
    }

    /** A coordinator, which leads, believes to lead, or does neither. */
    private static final class Candidate extends Clock {
        private final LeaseBook book;
        private final Supplier<Long> time;
        private final int ahead;
        private boolean open;

        Candidate(SnapshotStore store, Supplier<List<NodeReport>> nodes, Supplier<Long> time, int ahead) {
            this.time = time;
            this.ahead = ahead;
            this.book = new LeaseBook(
                    SETTINGS, store, this, nodes, tenant -> tenant.equals(TENANTS.get(0)) ? 1 : 5, () -> {});
        }

        void close() {
            book.close();
            open = false;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochSecond(time.get() + ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** What a client was told that it has. */
    private record Belief(List<DiskName> disks, long until) {}

    private static final class History {
        private final SplittableRandom random;
        private final Tally tally;
        private final FencedStore store;
        private final List<Candidate> candidates = new ArrayList<>();
        private final Map<String, Belief> beliefs = new TreeMap<>();
        private final Set<String> waiting = new TreeSet<>();
        private final Set<Integer> silent = new TreeSet<>();
        private final Set<Integer> pulled = new TreeSet<>();
        private final Map<Integer, Integer> numbering = new HashMap<>();
        private long now = Nodes.NOW;
        private long epoch = 1;
        private byte[] looked;
        private Ledger ledger = Ledger.EMPTY;

        /** The disks of a lease that somebody had. */
        private List<DiskName> earlier = List.of();

        History(SplittableRandom random, Tally tally) {
            this.random = random;
            this.tally = tally;
            this.store = new FencedStore(random, tally);
            for (int i = 0; i < 3; i++) {
                int ahead = random.nextInt(2 * SKEW + 1) - SKEW;
                candidates.add(new Candidate(store, this::reports, () -> now, ahead));
            }
        }

        /** On each node, the first disk has two volumes and the others one. */
        private List<NodeReport> reports() {
            List<NodeReport> reports = new ArrayList<>();
            for (int node = 0; node < NODES; node++) {
                List<VolumeUsage> volumes = new ArrayList<>();
                for (int disk = 0; disk < DISKS; disk++) {
                    if (!pulled.contains(node * DISKS + disk)) {
                        int place = (disk + numbering.getOrDefault(node, 0)) % DISKS;
                        String device = "8:" + 16 * place;
                        volumes.add(Nodes.volume("DS-" + node + "-" + disk + "-0", device, "100m"));
                        if (disk == 0) {
                            volumes.add(Nodes.volume("DS-" + node + "-0-1", device, "100m"));
                        }
                    }
                }
                NodeReport report = Nodes.node("dn" + node, volumes);
                reports.add(silent.contains(node) ? Nodes.silent(report) : report);
            }
            return reports;
        }

        void reign() {
            for (Candidate each : candidates) {
                if (random.nextBoolean()) {
                    each.close();
                }
            }
            Candidate next = candidates.get(random.nextInt(candidates.size()));
            next.close();
            store.fence++;
            tally.reigns++;
            next.book.open(new Term(epoch++, store.fence));
            next.open = true;
        }

        private Candidate anyThatAnswers() {
            List<Candidate> open = candidates.stream().filter(each -> each.open).toList();
            return open.isEmpty() ? candidates.get(0) : open.get(random.nextInt(open.size()));
        }

        private String anyOf(Collection<String> ids) {
            List<String> all = List.copyOf(ids);
            return all.isEmpty() ? "lease-0" : all.get(random.nextInt(all.size()));
        }

        /** A coordinator whose write failed may notice soon that it does not lead, or not. */
        private void ask(Candidate candidate, Runnable wish) {
            try {
                wish.run();
            } catch (NotStored doubt) {
                if (random.nextBoolean()) {
                    candidate.close();
                }
            }
        }

        private void told(Lease lease) {
            waiting.remove(lease.id());
            earlier = lease.disks();
            beliefs.put(lease.id(), new Belief(lease.disks(), lease.until()));
        }

        private void request(LeaseBook book) {
            LeaseRequest ask = new LeaseRequest(
                    TENANTS.get(random.nextInt(2)),
                    "user" + random.nextInt(4),
                    1 + random.nextInt(2),
                    1 + random.nextInt(NODES),
                    random.nextBoolean() ? Optional.of(DiskKind.HDD) : Optional.empty(),
                    Duration.ofSeconds(1 + random.nextInt(600)),
                    Duration.ofSeconds(random.nextBoolean() ? 0 : random.nextInt(600)));
            boolean again = !earlier.isEmpty() && random.nextInt(4) == 0;
            Decision decision = book.request(again ? ask.named(earlier) : ask, "owner", false);
            if (decision instanceof Granted granted) {
                tally.granted++;
                tally.sameAgain += again ? 1 : 0;
                told(granted.lease());
            } else if (decision instanceof Queued queued) {
                waiting.add(queued.lease().id());
            }
        }

        private void renew(LeaseBook book, String id) {
            Optional<Decision> decision = book.renew(id, Duration.ofSeconds(1 + random.nextInt(600)), false);
            if (decision.isPresent()
                    && decision.get() instanceof Granted granted
                    && !granted.lease().isWaiting()) {
                tally.renewed++;
                told(granted.lease());
            }
        }

        /** Learns what it would have, gives up the rest, and only then asks for what it learned. */
        private void resize(LeaseBook book, String id) {
            int disks = 1 + random.nextInt(2);
            int nodes = 1 + random.nextInt(NODES);
            Optional<Decision> rehearsed = book.resize(id, ask -> ask.sized(disks, nodes), lease -> {}, true);
            if (beliefs.containsKey(id) && rehearsed.isPresent() && rehearsed.get() instanceof Granted learned) {
                List<DiskName> wanted = learned.lease().disks();
                List<DiskName> had = beliefs.get(id).disks();
                List<DiskName> kept = had.stream().filter(wanted::contains).toList();
                beliefs.put(id, new Belief(kept, beliefs.get(id).until()));
                Optional<Decision> decision = book.resize(id, ask -> ask.named(wanted), lease -> {}, false);
                if (decision.isPresent() && decision.get() instanceof Granted granted) {
                    tally.grown += wanted.size() > kept.size() ? 1 : 0;
                    tally.shrunk += had.size() > kept.size() ? 1 : 0;
                    beliefs.put(
                            id,
                            new Belief(granted.lease().disks(), beliefs.get(id).until()));
                }
            }
        }

        private void end(LeaseBook book, String id) {
            beliefs.remove(id);
            waiting.remove(id);
            Optional<Lease> unused = book.end(id, false);
        }

        private void poll(LeaseBook book) {
            for (String id : List.copyOf(waiting)) {
                book.ledger().lease(id).filter(lease -> !lease.isWaiting()).ifPresent(lease -> {
                    tally.served++;
                    told(lease);
                });
            }
        }

        void step() {
            Candidate candidate = anyThatAnswers();
            LeaseBook book = candidate.book;
            switch (random.nextInt(18)) {
                case 0, 1, 2, 3 -> ask(candidate, () -> request(book));
                case 4, 5 -> ask(candidate, () -> renew(book, anyOf(beliefs.keySet())));
                case 6 -> ask(candidate, () -> end(book, anyOf(beliefs.keySet())));
                case 7 -> ask(candidate, () -> end(book, anyOf(waiting)));
                case 8, 9, 10 -> {
                    ask(candidate, () -> book.tick((before, after) -> {}));
                    ask(candidate, () -> poll(book));
                }
                case 11 -> now += random.nextInt(400);
                case 12 -> now += random.nextInt(20);
                case 13 -> reign();
                case 14 -> toggle(silent, random.nextInt(NODES));
                case 15, 16 -> ask(candidate, () -> resize(book, anyOf(beliefs.keySet())));
                default -> {
                    toggle(pulled, random.nextInt(NODES * DISKS));
                    numbering.put(random.nextInt(NODES), random.nextInt(DISKS));
                }
            }
        }

        private static void toggle(Set<Integer> some, int number) {
            if (!some.remove(number)) {
                some.add(number);
            }
        }

        /** The physical disk. */
        private static String thing(DiskName disk) {
            String volume = disk.volumes().get(0);
            return volume.substring(0, volume.lastIndexOf('-'));
        }

        void check() {
            beliefs.values().removeIf(belief -> belief.until() <= now);
            Map<String, String> holders = new TreeMap<>();
            beliefs.forEach((id, belief) -> belief.disks().forEach(disk -> assertThat(holders.put(thing(disk), id))
                    .as("who besides %s believes to have %s", id, disk)
                    .isNull()));
            if (store.kept != looked) {
                looked = store.kept;
                ledger = Stored.read(LeaseBook.LEASES, looked);
                Map<String, String> kept = new TreeMap<>();
                ledger.leases()
                        .forEach(lease -> lease.disks().forEach(disk -> assertThat(kept.put(thing(disk), lease.id()))
                                .as("who besides %s has %s in the ledger", lease.id(), disk)
                                .isNull()));
            }
            beliefs.forEach((id, belief) -> assertThat(
                            ledger.lease(id).map(Lease::disks).orElse(List.of()))
                    .as("%s, which lasts", id)
                    .containsAll(belief.disks()));
        }

        /** When all leases are over, all disks are there to be leased. */
        void end() {
            candidates.forEach(Candidate::close);
            silent.clear();
            pulled.clear();
            store.calm = true;
            now += 2_000;
            reign();
            Candidate last =
                    candidates.stream().filter(each -> each.open).findFirst().orElseThrow();
            last.book.tick((before, after) -> {});
            assertThat(last.book.ledger().leases()).isEmpty();
            LeaseRequest all = new LeaseRequest(
                    TENANTS.get(0), "all", DISKS - 1, NODES, Optional.empty(), Duration.ofHours(1), Duration.ZERO);
            assertThat(last.book.request(all, "owner", false)).isInstanceOf(Granted.class);
            assertThat(last.book.disks()).hasSize(NODES * DISKS);
        }
    }

    private static void tryOne(SplittableRandom random, Tally tally) {
        History history = new History(random, tally);
        history.reign();
        for (int step = 0; step < STEPS; step++) {
            history.step();
            history.check();
        }
        history.end();
    }

    @Test
    void noDisk_hasTwoHolders_andNoneIsLost_throughCrashesFailoversAndSplitBrains() {
        SplittableRandom random = new SplittableRandom(SEED);
        Tally tally = new Tally();
        for (int i = 0; i < CASES; i++) {
            long seed = random.nextLong();
            try {
                tryOne(new SplittableRandom(seed), tally);
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("case " + i + " of seed " + SEED + ", seed " + seed, wrong);
            }
        }
        System.out.println(CASES + " histories from seed " + SEED + ": " + tally.granted + " granted, " + tally.served
                + " served later, " + tally.renewed + " renewed, " + tally.grown + " grown, " + tally.shrunk
                + " shrunk, " + tally.sameAgain + " with the same disks as another, " + tally.reigns + " reigns, "
                + tally.refusedByTheFence + " writes of deposed leaders, " + tally.keptUnheard + " kept unheard");
        assertThat(tally.granted).isGreaterThan(CASES);
        assertThat(tally.served).isGreaterThan(CASES / 20);
        assertThat(tally.renewed).isGreaterThan(CASES / 10);
        assertThat(tally.grown).isGreaterThan(CASES / 20);
        assertThat(tally.shrunk).isGreaterThan(CASES / 20);
        assertThat(tally.sameAgain).isGreaterThan(CASES / 20);
        assertThat(tally.refusedByTheFence).isGreaterThan(CASES / 10);
        assertThat(tally.keptUnheard).isGreaterThan(CASES / 10);
    }
}
