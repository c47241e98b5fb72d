package io.hdfsthrottle.datanode.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.rule.TenantRules;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TransferPacingTest {

    private static final int PACKET = 65_536;

    private TestAgents agents;

    @BeforeEach
    void open() throws Exception {
        agents = new TestAgents("100m");
    }

    @AfterEach
    void close() {
        agents.close();
    }

    @Test
    void transfer_isChargedToItsTenantOnItsDiskAndHeldBack() {
        agents.named(TestAgents.READING);
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-" + name.block(), null));
        for (int i = 0; i < 160; i++) {
            pacing.moved(PACKET, Direction.READ);
        }
        assertThat(agents.restedNanos()).isBetween(60_000_000L, 200_000_000L);
        assertThat(moved()).containsExactly(Map.entry("DS-7 default", 160L * PACKET));
    }

    @Test
    void newName_isANewOperationAndTheSameNameIsNot() {
        AtomicInteger lookups = new AtomicInteger();
        TransferPacing pacing = agents.pacing(name -> {
            lookups.incrementAndGet();
            return Volume.of("DS-" + name.block(), null);
        });
        agents.named(TestAgents.READING);
        pacing.moved(1, Direction.READ);
        pacing.moved(1, Direction.READ);
        assertThat(lookups).hasValue(1);
        agents.named("DataXceiver for client  at /10.1.2.3:56938 [Receiving block BP-1:blk_8_1]");
        pacing.moved(1, Direction.WRITE);
        assertThat(lookups).hasValue(2);
        assertThat(moved()).containsEntry("DS-7 default", 2L).containsEntry("DS-8 hdfs.replication", 1L);
    }

    @Test
    void blockThatIsReadAgainAndAgain_isLookedUpOnceASecond() {
        AtomicInteger lookups = new AtomicInteger();
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-" + lookups.incrementAndGet(), null));
        for (int i = 0; i < 10; i++) {
            agents.letTimePass(250_000_000);
            agents.named(copyOf(TestAgents.READING));
            pacing.moved(1, Direction.READ);
        }
        assertThat(moved())
                .containsExactly(
                        Map.entry("DS-1 default", 4L), Map.entry("DS-2 default", 4L), Map.entry("DS-3 default", 2L));
    }

    @Test
    void readsHereAndThereInAFile_lookEachOfItsBlocksUpOnceAndPayForEachOnItsDisk() {
        AtomicInteger lookups = new AtomicInteger();
        TransferPacing pacing = agents.pacing(name -> {
            lookups.incrementAndGet();
            return Volume.of("DS-" + name.block() % 2, null);
        });
        Random random = new Random(20_261_122);
        long[] bytes = new long[2];
        for (int i = 0; i < 1000; i++) {
            int block = random.nextInt(8);
            agents.named(reading("DFSClient_x_1_1", block));
            pacing.moved(1 + block, Direction.READ);
            bytes[block % 2] += 1 + block;
        }
        assertThat(lookups).hasValue(8);
        assertThat(moved()).containsExactly(Map.entry("DS-0 default", bytes[0]), Map.entry("DS-1 default", bytes[1]));
    }

    @Test
    void blocksBeyondThoseRemembered_areChargedRightAllTheSame() {
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-" + (name.block() - 1_073_741_824L), null));
        Random random = new Random(20_261_123);
        Map<String, Long> bytes = new TreeMap<>();
        for (int i = 0; i < 1000; i++) {
            int block = random.nextInt(40);
            boolean known = random.nextBoolean();
            agents.named(reading(known ? "DFSClient_x_1_1" : "", block));
            pacing.moved(1, Direction.READ);
            bytes.merge("DS-" + block + (known ? " default" : " hdfs.reconstruction"), 1L, Long::sum);
        }
        assertThat(moved()).containsExactlyEntriesOf(bytes);
    }

    /** One connection carries one operation after the other, each with a token of its own. */
    @Test
    void sameReadWithAnotherUsersToken_isAnotherClients() {
        ShownTokens tokens = new ShownTokens(() -> true);
        List<String> asked = new ArrayList<>();
        Peers peers = new Peers() {
            @Override
            public TokenUser user() {
                return tokens.user();
            }

            @Override
            public boolean isDataNode(String address, TokenUser user) {
                asked.add(user.toString());
                return user.equals(TokenUser.of("dn"));
            }
        };
        TransferPacing pacing =
                new TransferPacing(agents.agent(), name -> Volume.of("DS-1", null), peers, () -> Long.MAX_VALUE);
        for (String user : List.of("alice", "alice", "dn", "alice")) {
            tokens.forget();
            tokens.note(user);
            agents.named(reading("", 1));
            pacing.moved(1, Direction.READ);
        }
        assertThat(asked).containsExactly("alice", "dn", "alice");
        assertThat(moved()).containsEntry("DS-1 default", 3L).containsEntry("DS-1 hdfs.reconstruction", 1L);
    }

    /** As HDFS names them: ids and generations of a file's blocks follow each other. */
    private static String reading(String client, int block) {
        return "DataXceiver for client " + client + " at /10.1.2.3:56938 [Sending block BP-1:blk_"
                + (1_073_741_825L + block - 1) + "_" + (1001 + block) + "]";
    }

    @Test
    void blockThatIsWrittenAgain_isLookedUpAgain() {
        AtomicInteger lookups = new AtomicInteger();
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-" + lookups.incrementAndGet(), null));
        for (int i = 0; i < 3; i++) {
            agents.named(copyOf(TestAgents.WRITING));
            pacing.moved(1, Direction.WRITE);
        }
        assertThat(lookups).hasValue(3);
    }

    @Test
    void clientsThatTakeTurnsOnOneConnection_eachPayForThemselves() {
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-1", null));
        for (String client : List.of("DFSClient_x_1_1", "", "DFSClient_x_1_1", "", "")) {
            agents.named("DataXceiver for client " + client + " at /10.1.2.3:56938 [Sending block BP-1:blk_7_1]");
            pacing.moved(1, Direction.READ);
        }
        assertThat(moved()).containsExactly(Map.entry("DS-1 default", 2L), Map.entry("DS-1 hdfs.reconstruction", 3L));
    }

    @Test
    void readsAndWritesOfATenant_countTogether() {
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-1", null));
        for (int i = 0; i < 80; i++) {
            agents.named(TestAgents.READING);
            pacing.moved(PACKET, Direction.READ);
            agents.named(TestAgents.WRITING);
            pacing.moved(PACKET, Direction.WRITE);
        }
        assertThat(agents.restedNanos()).isBetween(60_000_000L, 200_000_000L);
        assertThat(moved()).containsExactly(Map.entry("DS-1 default", 160L * PACKET));
    }

    @Test
    void hdfssOwnWork_isNeverSlowerThanItsFloorHoweverFarItsTenantIsAhead() {
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-1", null));
        agents.named("DataXceiver for client  at /10.1.2.3:56938 [Sending block BP-1:blk_8_1]");
        pacing.moved(1L << 40, Direction.READ); // hours ahead
        long before = agents.restedNanos();
        for (int i = 0; i < 64; i++) {
            pacing.moved(PACKET, Direction.READ);
        }
        assertThat(agents.restedNanos() - before).as("4 MiB a second, 4 MiB").isLessThanOrEqualTo(1_000_000_000L);
        assertThat(moved()).containsOnlyKeys("DS-1 hdfs.reconstruction");
    }

    static Stream<Supplier<Throwable>> troubles() {
        return Stream.of(
                () -> new IllegalStateException("on purpose"),
                () -> new NoSuchMethodError("another Hadoop"),
                () -> new NoClassDefFoundError("another Hadoop"),
                () -> new ExceptionInInitializerError("broken"),
                StackOverflowError::new,
                () -> new OutOfMemoryError("on purpose"),
                () -> new AssertionError("on purpose"));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void trouble_isCountedAndNeverReachesTheTransfer(Supplier<Throwable> trouble) {
        TransferPacing pacing = agents.pacing(failing(trouble));
        pacing.moved(PACKET, Direction.READ);
        assertThat(agents.agent().state().errors()).isEqualTo(1);
        assertThat(agents.agent().isPassing()).isFalse();
        assertThat(agents.restedNanos()).isZero();
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void troubleBeforeARead_isCountedAndNeverReachesTheTransfer(Supplier<Throwable> trouble) {
        TransferPacing pacing = agents.pacing(failing(trouble));
        pacing.longRead();
        pacing.beforeRead(0, PACKET);
        assertThat(agents.agent().state().errors()).isEqualTo(2);
        assertThat(agents.agent().isPassing()).isFalse();
        assertThat(agents.restedNanos()).isZero();
    }

    @Test
    void stackThatIsReallyFull_neverReachesTheTransfer() {
        TransferPacing pacing = agents.pacing(TransferPacingTest::withoutEnd);
        pacing.moved(PACKET, Direction.READ);
        assertThat(agents.agent().state().errors()).isEqualTo(1);
    }

    @Test
    void hundredTroublesOfManyTransfers_letEverythingPass() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        TransferPacing pacing = agents.pacing(name -> {
            lookups.incrementAndGet();
            throw new IllegalStateException("on purpose");
        });
        for (int i = 0; i < 200; i++) {
            Thread transfer = new Thread(() -> pacing.moved(PACKET, Direction.READ), TestAgents.READING);
            transfer.start();
            transfer.join();
        }
        assertThat(lookups).hasValue(100);
        assertThat(agents.agent().isPassing()).isTrue();
    }

    @Test
    void troublesOfOneTransfer_letNoOtherPass() {
        TransferPacing pacing = agents.pacing(failing(() -> new IllegalStateException("one")));
        for (int i = 0; i < 1000; i++) {
            pacing.moved(PACKET, Direction.READ);
        }
        assertThat(agents.agent().state().errors()).isEqualTo(1000);
        assertThat(agents.agent().isPassing()).isFalse();
    }

    @Test
    void troubleThatEnds_isForgotten() {
        AtomicInteger lookups = new AtomicInteger();
        TransferPacing pacing = agents.pacing(name -> {
            if (lookups.incrementAndGet() < 5) {
                throw new IllegalStateException("on purpose");
            }
            return Volume.of("DS-1", null);
        });
        for (int i = 0; i < 10; i++) {
            pacing.moved(PACKET, Direction.READ);
        }
        assertThat(agents.agent().state().errors()).isEqualTo(4);
        assertThat(lookups).hasValue(5);
    }

    @Test
    void closedAgent_letsEverythingPassAndIsNotEvenAsked() {
        TransferPacing pacing = agents.pacing(failing(() -> new IllegalStateException("asked")));
        agents.agent().close();
        pacing.longRead();
        pacing.beforeRead(0, PACKET);
        pacing.moved(1L << 40, Direction.READ);
        assertThat(agents.agent().state().errors()).isZero();
        assertThat(agents.restedNanos()).isZero();
    }

    @Test
    void shadow_countsTransfers_andDelaysNone() throws Exception {
        try (TestAgents shadow = new TestAgents("1m", Map.of("hdfs.throttle.mode", "shadow"))) {
            shadow.named(TestAgents.READING);
            TransferPacing pacing = shadow.pacing(name -> Volume.of("DS-1", null));
            pacing.longRead();
            for (int i = 0; i < 160; i++) {
                pacing.beforeRead(i * (long) PACKET, PACKET);
                pacing.moved(PACKET, Direction.READ);
            }
            shadow.named(TestAgents.WRITING);
            pacing.moved(1L << 30, Direction.WRITE);
            assertThat(shadow.restedNanos()).isZero();
            assertThat(moved(shadow)).containsExactly(Map.entry("DS-1 default", 160L * PACKET + (1L << 30)));
            assertThat(threads(shadow)).as("the write goes on").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shadow", "enforce"})
    void longRead_isTimedInEachMode_andNothingElseIs(String mode) throws Exception {
        try (TestAgents node = new TestAgents("100m", Map.of("hdfs.throttle.mode", mode))) {
            TransferPacing pacing = node.pacing(name -> Volume.of("DS-1", null));
            for (boolean isLong : new boolean[] {true, false}) {
                node.named(copyOf(TestAgents.READING));
                if (isLong) {
                    pacing.longRead();
                }
                for (int i = 0; i < 40; i++) {
                    pacing.beforeRead(i * (long) PACKET, PACKET);
                    node.letTimePass(5_000_000);
                    pacing.moved(PACKET, Direction.READ);
                }
            }
            node.named(TestAgents.WRITING);
            pacing.moved(4L << 20, Direction.WRITE);
            node.named(copyOf(TestAgents.READING));
            pacing.moved(1, Direction.READ);
            ReadTimes reads = node.agent().state().reads();
            assertThat(reads.all()).isEqualTo(1);
            assertThat(reads.percentile(0.5).toMillis()).isBetween(70L, 120L);
        }
    }

    @Test
    void off_doesNothing_andCountsNothing() throws Exception {
        try (TestAgents off = new TestAgents("1m", Map.of("hdfs.throttle.mode", "off"))) {
            off.named(TestAgents.READING);
            TransferPacing pacing = off.pacing(failing(() -> new IllegalStateException("asked")));
            pacing.longRead();
            pacing.beforeRead(0, PACKET);
            pacing.moved(1L << 40, Direction.READ);
            assertThat(off.agent().state().errors()).isZero();
            assertThat(off.restedNanos()).isZero();
        }
    }

    @Test
    void transferUnderWay_goesOnInTheModeThatIsToldMeanwhile(@TempDir Path folder) throws Exception {
        agents.named(TestAgents.READING);
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-1", null));
        pacing.longRead();
        pacing.moved(PACKET, Direction.READ);
        GrantFile file = new GrantFile(folder.resolve("grant"));
        file.write(Grant.of("default", GrantVersion.of(1, 1), Tenant.DEFAULT, List.of(), TenantRules.NONE, List.of())
                .withModes(Modes.of(Optional.of(Mode.SHADOW), Map.of(), Map.of())));

        agents.agent().start(Optional.empty(), file);
        agents.agent().tick();

        long rested = agents.restedNanos();
        pacing.moved(1L << 40, Direction.READ);
        assertThat(agents.restedNanos()).isEqualTo(rested);
        assertThat(moved(agents)).containsEntry("DS-1 default", PACKET + (1L << 40));
        // The agent's own thread may be about to tell that the stream has ended: a packet later it is another.
        await().pollInSameThread().untilAsserted(() -> {
            pacing.moved(0, Direction.READ);
            assertThat(threads(agents)).isEqualTo(1);
        });
    }

    @Test
    void interruptedTransfer_goesOnAtOnceWithItsFlag() {
        agents.named(TestAgents.READING);
        TransferPacing pacing = agents.pacing(name -> Volume.of("DS-1", null));
        Thread.currentThread().interrupt();
        pacing.moved(1L << 40, Direction.READ);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(agents.restedNanos()).isZero();
    }

    @Test
    void packetFromMemory_allocatesNothing() throws Exception {
        try (TestAgents free = new TestAgents("", Map.of("hdfs.throttle.charge", "device"))) {
            free.named(TestAgents.READING);
            TransferPacing pacing = free.pacing(name -> Volume.of("DS-1", null));
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long self = Thread.currentThread().getId();
            List<Long> rounds = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                long before = threads.getThreadAllocatedBytes(self);
                for (int i = 0; i < 1_000_000; i++) {
                    pacing.beforeRead(i * (long) PACKET, PACKET);
                    pacing.moved(PACKET, Direction.READ);
                }
                rounds.add(threads.getThreadAllocatedBytes(self) - before);
            }
            // Compilers may allocate on the thread's behalf in one round; a call that allocates does so in every round.
            assertThat(rounds).contains(0L);
        }
    }

    /** Hadoop makes a new String for each operation. */
    private static String copyOf(String threadName) {
        return String.valueOf(threadName.toCharArray());
    }

    private static Blocks failing(Supplier<Throwable> trouble) {
        return name -> {
            throw TransferPacingTest.<RuntimeException>unchecked(trouble.get());
        };
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // errors and runtime exceptions alone come here
    private static <T extends Throwable> T unchecked(Throwable trouble) throws T {
        throw (T) trouble;
    }

    @SuppressWarnings("InfiniteRecursion") // that is what fills the stack
    private static Volume withoutEnd(TransferName name) {
        return Volume.of(withoutEnd(name) + "x", null);
    }

    private static int threads(TestAgents of) {
        return of.agent().state().volumes().stream()
                .flatMap(volume -> volume.tenants().stream())
                .mapToInt(TenantActivity::threads)
                .sum();
    }

    private Map<String, Long> moved() {
        return moved(agents);
    }

    private static Map<String, Long> moved(TestAgents of) {
        of.agent().tick();
        Map<String, Long> charged = new TreeMap<>();
        for (VolumeActivity volume : of.agent().state().volumes()) {
            for (TenantActivity tenant : volume.tenants()) {
                charged.put(volume.volume() + " " + tenant.terms().tenant(), tenant.bytes());
            }
        }
        return charged;
    }
}
