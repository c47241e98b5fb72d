package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.hdfsthrottle.coordinator.election.SimulatedTime.Actor;
import io.hdfsthrottle.coordinator.election.SimulatedTime.Program;
import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Znode;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Layout;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermListener;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Whatever happens to two or three coordinators and to their network, no write of a deposed leader is stored after its
 * successor's epoch, no change that was confirmed is lost and none that was refused is kept, nobody removes a leader that
 * it could have reached, and soon after the last fault somebody leads. The coordinators' election, fence and state are
 * the real ones; ZooKeeper, network, time and threads are simulated. Cases are drawn from seeds;
 * {@code -Dfailover.cases=100000} tries more of them, {@code -Dfailover.seed=N} another.
 */
@Tag("slow")
final class FailoverHistoriesTest {
    private static final int CASES = Integer.getInteger("failover.cases", 10_000);
    private static final long SEED = Long.getLong("failover.seed", 20_261_128L);
    private static final String ROOT = "/test";
    private static final String LEADER = ROOT + "/leader/";
    private static final Book NOTHING = new Book(0, new BitSet());
    private static final long FAULTS_MILLIS = 12_000;

    /**
     * From the end of all faults until a change is taken: a call that waits for a connection and is tried again, the
     * session's end, and the time that one who began to lead is given.
     */
    private static final long BOUND_MILLIS = 25_000;

    /** Counts over all cases, which show that the tested events did occur. */
    private static final class Tally {
        private int terms;
        private int depositions;
        private int confirmed;
        private int refused;
        private int unknown;
        private long slowest;
    }

    /** What a leader keeps: which changes were made, and in which epoch the last one was. Not modified once made. */
    private record Book(long epoch, BitSet changes) {
        Book with(long now, int change) {
            BitSet more = (BitSet) changes.clone();
            more.set(change);
            return new Book(now, more);
        }

        byte[] written() {
            byte[] bits = changes.toByteArray();
            return ByteBuffer.allocate(Long.BYTES + bits.length)
                    .putLong(epoch)
                    .put(bits)
                    .array();
        }

        static Book of(byte[] written) {
            ByteBuffer bytes = ByteBuffer.wrap(written);
            return new Book(bytes.getLong(), BitSet.valueOf(bytes));
        }
    }

    /** Two snapshots, which are written together. */
    private static final class Twice implements Layout<Book> {
        @Override
        public Book read(SnapshotStore store) {
            Optional<byte[]> first = store.load("book");
            Optional<byte[]> second = store.load("copy");
            assertThat(second.isPresent() && Arrays.equals(first.orElseThrow(), second.get()))
                    .as("a new leader reads all or nothing of a transaction")
                    .isEqualTo(first.isPresent());
            return first.map(Book::of).orElse(NOTHING);
        }

        @Override
        public Map<String, byte[]> differences(Book before, Book after) {
            return after.equals(before) ? Map.of() : Map.of("book", after.written(), "copy", after.written());
        }
    }

    /** Something wrong for some time, in milliseconds. */
    private record Span(long from, long until) {
        boolean touches(long first, long last) {
            return from <= last && until >= first;
        }
    }

    private static final class History implements SimulatedZooKeeper.Witness {
        private final SplittableRandom random;
        private final Tally tally;
        private final SimulatedTime time = new SimulatedTime();
        private final SimulatedZooKeeper zookeeper;
        private final List<Candidate> candidates = new ArrayList<>();
        private final BitSet confirmed = new BitSet();
        private final BitSet refused = new BitSet();
        private final List<String> log = new ArrayList<>();
        private long epoch;
        private long raised;
        private int changes;
        private long wellMillis;
        private long firstMillis;

        History(SplittableRandom random, Tally tally) {
            this.random = random;
            this.tally = tally;
            this.zookeeper = new SimulatedZooKeeper(time, random.nextBoolean() ? 4_000 : 15_000, this);
            int count = 2 + random.nextInt(2);
            for (int i = 0; i < count; i++) {
                candidates.add(new Candidate(i, count));
            }
        }

        private void note(String what) {
            log.add(time.millis() + " " + what);
        }

        /** A coordinator on its host, which may be started several times. */
        private final class Candidate implements Probe, TermListener {
            private final URI url;
            private final boolean[] cutFrom;
            private final List<Span> unwell = new ArrayList<>();
            private final List<List<Span>> apart = new ArrayList<>();
            private Duration ahead = Duration.ZERO;
            private Program process;
            private SimulatedClient client;
            private Election election;
            private Replicated<Book> book;
            private Actor main;
            private boolean mayStart = true;
            private boolean isStopping;
            private boolean isOut;
            private boolean isSlow;
            private boolean isInUse;
            private URI asked;
            private Sign sign;
            private long askedMillis;

            Candidate(int number, int count) {
                url = URI.create("http://c" + number + ":1");
                cutFrom = new boolean[count];
                for (int i = 0; i < count; i++) {
                    apart.add(new ArrayList<>());
                }
                if (random.nextInt(10) == 0) {
                    ahead = Duration.ofMinutes(random.nextBoolean() ? 10 : -10);
                }
            }

            void start() {
                note("start " + url);
                process = new Program();
                main = new Actor(process);
                client = new SimulatedClient(time, zookeeper, random, process);
                isInUse = false;
                CuratorFramework curator = client.curator();
                ZooKeeperSettings settings =
                        ZooKeeperSettings.open("none", ROOT, Duration.ofMillis(zookeeper.sessionMillis()));
                election = new Election(
                        settings,
                        ROOT,
                        this,
                        new HostClock(),
                        new Election.Surroundings(
                                curator,
                                ZnodeAccess.of(settings, ROOT),
                                time,
                                time.executor(new Actor(process)),
                                time.executor(new Actor(process)),
                                (same, path, id) -> new SimulatedLatch(client, same, path, id)));
                book = new Replicated<>(
                        new Concern<>("book", NOTHING, new Twice(), Unreadable.STOPS_LEADER), election.snapshots());
                election.start(url, this);
                changeSoon(new Actor(process));
            }

            private final class HostClock extends Clock {
                @Override
                public Instant instant() {
                    return Instant.ofEpochMilli(1_800_000_000_000L + time.millis())
                            .plus(ahead);
                }

                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    throw new UnsupportedOperationException("nobody asks");
                }
            }

            private void changeSoon(Actor writer) {
                time.after(200 + random.nextLong(600), writer, () -> {
                    if (election.term().isPresent() && !isInUse) {
                        change(changes++);
                    }
                    changeSoon(writer);
                });
            }

            private void change(int number) {
                isInUse = true;
                try {
                    Book unused = book.change(
                            before -> before.with(book.term().orElseThrow().epoch(), number), false);
                    confirmed.set(number);
                    if (wellMillis > 0 && firstMillis == 0) {
                        firstMillis = time.millis();
                    }
                    tally.confirmed++;
                    assertThat(kept().changes.get(number))
                            .as("%s, which was confirmed, is kept", number)
                            .isTrue();
                } catch (NotStored doubt) {
                    if (doubt.reason() == Reason.NOT_LEADING) {
                        refused.set(number);
                        tally.refused++;
                        assertThat(kept().changes.get(number))
                                .as("%s, which was refused, is kept", number)
                                .isFalse();
                    } else {
                        tally.unknown++;
                    }
                } finally {
                    isInUse = false;
                }
            }

            @Override
            public void begins(Term term) {
                tally.terms++;
                note(url + " begins epoch " + term.epoch());
                if (isInUse) {
                    // In reality it would wait for the change under way; here that goes on only after this.
                    throw new NotStored(Reason.OUTCOME_UNKNOWN, "a change is under way");
                }
                isInUse = true;
                try {
                    book.open(term);
                } finally {
                    isInUse = false;
                }
            }

            @Override
            public void ends() {
                note(url + " ends");
                book.close();
            }

            private boolean isFrozen() {
                return process.frozenUntil() > time.nanos();
            }

            private boolean isCutFrom(Candidate other) {
                return isOut || other.isOut || cutFrom[candidates.indexOf(other)];
            }

            @Override
            public Sign ask(URI leader) {
                asked = leader;
                askedMillis = time.millis();
                sign = answer(candidates.stream()
                        .filter(each -> each.url.equals(leader))
                        .findFirst()
                        .orElseThrow());
                return sign;
            }

            private Sign answer(Candidate leader) {
                if (isCutFrom(leader)) {
                    time.sleep(1_000);
                    return random.nextInt(10) == 0 ? Sign.UNSURE : Sign.SILENT;
                }
                time.sleep(random.nextLong(3));
                Program there = leader.process;
                if (there.isKilled()) {
                    return Sign.REFUSES;
                }
                long answered = time.millis() + (leader.isSlow ? 300 + random.nextLong(1_500) : random.nextLong(3));
                boolean inTime =
                        time.await(() -> !leader.isFrozen() && !isCutFrom(leader) && time.millis() >= answered, 1_000);
                if (there.isKilled()) {
                    return Sign.UNSURE;
                }
                return inTime ? leader.election.term().isPresent() ? Sign.ANSWERS : Sign.IDLE : Sign.SILENT;
            }

            /** Something that is wrong with this one, for so long. */
            void suffer(long millis) {
                Span span = new Span(time.millis(), time.millis() + millis);
                switch (random.nextInt(13)) {
                    case 0 -> freeze(millis);
                    case 1 -> client.beforeNext(() -> freeze(millis));
                    case 2, 3 -> {
                        kill();
                        restart(millis);
                        unwell.add(span);
                    }
                    case 4 -> {
                        note("cut " + url + " from ZooKeeper " + millis);
                        cut(millis);
                    }
                    case 5 -> {
                        Candidate other = candidates.get(random.nextInt(candidates.size()));
                        note("cut " + url + " from " + other.url + " " + millis);
                        cutFrom(other, true);
                        later(millis, () -> cutFrom(other, false));
                        apart.get(candidates.indexOf(other)).add(span);
                        other.apart.get(candidates.indexOf(this)).add(span);
                    }
                    case 6, 11 -> {
                        note("network of " + url + " " + millis);
                        isOut = true;
                        cut(millis);
                        later(millis, () -> isOut = false);
                        unwell.add(span);
                    }
                    case 7 -> {
                        note("slow answers of " + url + " " + millis);
                        isSlow = true;
                        later(millis, () -> isSlow = false);
                        unwell.add(span);
                    }
                    case 8 -> {
                        note("slow ZooKeeper for " + url + " " + millis);
                        SimulatedClient slow = client;
                        slow.slow(true);
                        slow.lag(random.nextBoolean());
                        later(millis, () -> slow.slow(false));
                        later(millis, () -> slow.lag(false));
                    }
                    case 9 -> {
                        note("stop or clock of " + url + " " + millis);
                        if (random.nextBoolean()) {
                            ahead = Duration.ofMinutes(random.nextInt(3) * 10 - 10);
                        } else {
                            Program stopping = process;
                            isStopping = true;
                            time.after(0, main, () -> {
                                election.close();
                                time.sleep(10);
                                kill();
                            });
                            time.after(millis, null, () -> {
                                if (process == stopping && isStopping) { // it may still be at it
                                    kill();
                                }
                            });
                            restart(millis + 1);
                            unwell.add(span);
                        }
                    }
                    default -> {
                        note("connection of " + url);
                        client.dropNext();
                        if (random.nextBoolean()) {
                            client.reset();
                        }
                        if (random.nextInt(4) == 0) {
                            time.after(0, main, this::raise);
                        }
                    }
                }
            }

            private void freeze(long millis) {
                note("freeze " + url + " " + millis);
                process.freezeUntil(time.nanos() + millis * 1_000_000);
                client.reached();
                SimulatedClient frozen = client;
                time.after(millis, null, frozen::thawed);
                unwell.add(new Span(time.millis(), time.millis() + millis));
            }

            private void raise() {
                try {
                    raised = epoch + 100_000;
                    election.raiseEpoch(raised);
                } catch (NotStored doubt) {
                    // it does not lead
                }
            }

            private void kill() {
                note("kill " + url);
                process.kill();
                client.reached();
                isStopping = false;
            }

            private void restart(long millis) {
                time.after(millis, null, () -> {
                    if (mayStart && process.isKilled()) {
                        start();
                    }
                });
            }

            void cut(long millis) {
                SimulatedClient away = client;
                away.cut(true);
                later(millis, () -> away.cut(false));
            }

            private void cutFrom(Candidate other, boolean cut) {
                cutFrom[candidates.indexOf(other)] = cut;
                other.cutFrom[candidates.indexOf(this)] = cut;
            }

            void heal(boolean starts) {
                mayStart = starts;
                if (starts && process.isKilled()) {
                    start();
                }
                process.thaw();
                client.thawed();
                isOut = false;
                isSlow = false;
                Arrays.fill(cutFrom, false);
                client.slow(false);
                client.lag(false);
                client.cut(false);
            }
        }

        private void later(long millis, Runnable end) {
            time.after(millis, null, end);
        }

        private boolean stands(long session) {
            return zookeeper.now().entrySet().stream()
                    .anyMatch(each ->
                            each.getKey().startsWith(LEADER) && each.getValue().owner() == session);
        }

        private Book kept() {
            Znode there = zookeeper.now().get(ROOT + "/book");
            return there == null ? NOTHING : Book.of(there.data());
        }

        @Override
        public void stored(long session, String path, Znode before, byte[] data) {
            if (path.equals(ROOT + "/epoch") && before != null) {
                long next = Long.parseLong(new String(data, StandardCharsets.US_ASCII));
                assertThat(next).as("the next epoch").isGreaterThan(epoch);
                assertThat(next == raised || stands(session))
                        .as("who begins stands")
                        .isTrue();
                epoch = next;
            } else if (path.equals(ROOT + "/book")) {
                Book book = Book.of(data);
                assertThat(book.epoch).as("the epoch of who writes").isEqualTo(epoch);
                BitSet lost = (BitSet) confirmed.clone();
                lost.andNot(book.changes);
                assertThat(lost).as("confirmed changes that are lost").isEqualTo(new BitSet());
                assertThat(refused.intersects(book.changes))
                        .as("refused changes that are kept")
                        .isFalse();
            } else if (data == null && path.startsWith(LEADER) && session != 0 && session != before.owner()) {
                removed(session, before);
            }
        }

        /** Who removed it asked once more, and got no answer because of that leader or what is between the two. */
        private void removed(long session, Znode znode) {
            URI url = URI.create(new String(znode.data(), StandardCharsets.UTF_8));
            note(url + " is removed");
            tally.depositions++;
            Optional<Candidate> remover = candidates.stream()
                    .filter(each -> each.client.session() == session)
                    .findFirst();
            Optional<Candidate> leader = candidates.stream()
                    .filter(each -> each.url.equals(url) && each.client.session() == znode.owner())
                    .findFirst();
            if (remover.isEmpty() || leader.isEmpty()) {
                return;
            }
            Candidate by = remover.get();
            Candidate of = leader.get();
            long from = by.askedMillis;
            List<Span> between = of.apart.get(candidates.indexOf(by));
            boolean isExcused = by.sign == Probe.Sign.IDLE
                    || of.process.isKilled()
                    || of.unwell.stream().anyMatch(span -> span.touches(from, from + 1_000))
                    || between.stream().anyMatch(span -> span.touches(from, from + 1_000));
            assertThat(by.asked.equals(url) && isExcused)
                    .as("%s removes %s, which is well (%s at %s)", by.url, of.url, by.sign, from)
                    .isTrue();
        }

        /** Mostly who leads. */
        private Candidate victim() {
            Candidate any = candidates.get(random.nextInt(candidates.size()));
            return candidates.stream()
                    .filter(each -> each.election.term().isPresent() && random.nextBoolean())
                    .findFirst()
                    .orElse(any);
        }

        void play() {
            for (Candidate each : candidates) {
                time.after(random.nextLong(500), null, each::start);
            }
            // A leader that is young is not removed for silence.
            time.run(random.nextBoolean() ? 2_000 + random.nextLong(2_000) : Suspicion.YOUTH.toMillis() + 3_000);
            long until = time.millis() + FAULTS_MILLIS;
            while (time.millis() < until) {
                long millis = random.nextInt(3) == 0 ? random.nextLong(1_500) : 3_000 + random.nextLong(6_000);
                if (random.nextInt(12) == 0) {
                    note("ZooKeeper " + millis);
                    candidates.forEach(each -> each.cut(millis));
                } else {
                    victim().suffer(millis);
                }
                time.run(time.millis() + random.nextLong(3_000));
            }
            candidates.stream().filter(each -> each.isStopping).forEach(Candidate::kill);
            // One that is killed may stay so, if another one goes on.
            boolean allStart = candidates.stream().allMatch(each -> each.process.isKilled()) || random.nextBoolean();
            candidates.forEach(each -> each.heal(allStart));
            note("well");
            wellMillis = time.millis();
            // What waits for something that a frame below may do goes on only after that.
            while (firstMillis == 0) {
                assertThat(time.millis() - wellMillis).as("nobody leads for").isLessThan(BOUND_MILLIS);
                time.run(time.millis() + 100);
            }
            assertThat(firstMillis - wellMillis).as("until somebody led").isLessThan(BOUND_MILLIS);
            tally.slowest = Math.max(tally.slowest, firstMillis - wellMillis);
            BitSet lost = (BitSet) confirmed.clone();
            lost.andNot(kept().changes);
            assertThat(lost).as("confirmed changes that are lost").isEqualTo(new BitSet());
        }
    }

    private static final Logger LOG = (Logger) LoggerFactory.getLogger(FailoverHistoriesTest.class.getPackageName());
    private static final Level BEFORE = LOG.getLevel();

    /** They tell of each fault. */
    @BeforeAll
    static void silence() {
        LOG.setLevel(Boolean.getBoolean("failover.log") ? Level.DEBUG : Level.OFF);
    }

    @AfterAll
    static void tell() {
        LOG.setLevel(BEFORE);
    }

    @Test
    void noWriteOfADeposedLeader_andNoLossOfAConfirmedOne_throughFaultsOfLeadersNetworksAndClocks() {
        SplittableRandom random = new SplittableRandom(SEED);
        Tally tally = new Tally();
        for (int i = 0; i < CASES; i++) {
            long seed = random.nextLong();
            History history = new History(new SplittableRandom(Long.getLong("failover.one", seed)), tally);
            try {
                history.play();
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError(
                        "case " + i + " of seed " + SEED + ", -Dfailover.one=" + seed + "\n"
                                + String.join("\n", history.log),
                        wrong);
            }
        }
        System.out.println(CASES + " histories from seed " + SEED + ": " + tally.terms + " terms, " + tally.depositions
                + " depositions, " + tally.confirmed + " changes confirmed, " + tally.refused + " refused, "
                + tally.unknown + " unknown, a leader at most " + tally.slowest + " ms after the last fault");
        assertThat(tally.terms).isGreaterThan(2 * CASES);
        assertThat(tally.depositions).isGreaterThan(CASES / 4);
        assertThat(tally.confirmed).isGreaterThan(20 * CASES);
        assertThat(tally.refused).isGreaterThan(CASES / 10);
        assertThat(tally.unknown).isGreaterThan(CASES / 50);
    }
}
