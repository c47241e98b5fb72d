package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.Host;
import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.datanode.field.TransferThrottler;
import io.hdfsthrottle.datanode.transfer.Blocks;
import io.hdfsthrottle.datanode.transfer.ClusterPeers;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.Peers;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.datanode.transfer.TransferName;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of our whole hook per packet that a DataNode's transfer thread reads, with its system calls, all
 * threads of one tenant.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ThrottlerBenchmark {

    private static final int PACKET = 65_536;

    /** The default of hdfs-default.xml. */
    private static final int BLOCK = 128 << 20;

    /** The hook's configurations to measure; no call waits in any of them. */
    public enum Pacing {

        /** As after installation: reads are charged by device I/O, which is none here. */
        FREE(Map.of("hdfs.throttle.charge", "device")),

        /** The same where every byte is charged. */
        FREE_EVERY_BYTE(Map.of("hdfs.throttle.charge", "transferred")),

        /** The same under a limit that is never reached. */
        WITHIN(Map.of("hdfs.throttle.charge", "device", "hdfs.throttle.volume.capacity", "1000000g")),

        /** The same where every byte is charged, too. */
        WITHIN_EVERY_BYTE(Map.of("hdfs.throttle.charge", "transferred", "hdfs.throttle.volume.capacity", "1000000g"));

        private final Map<String, String> settings;

        Pacing(Map<String, String> settings) {
            this.settings = settings;
        }
    }

    /** The hook of a DataNode, as it runs in production: its threads are started, and its one disk was probed. */
    @State(Scope.Benchmark)
    public static class Node {

        private static final int LOOKS = 2_000;
        private static final long LOOK_MILLIS = 10;

        /** How the disk is paced. */
        @Param
        public Pacing pacing;

        private ThrottleAgent agent;
        private TransferPacing gate;
        private TransferThrottler throttler;

        /** Creates an opened one. */
        public static Node opened(Pacing pacing) throws IOException, SettingException, InterruptedException {
            Node node = new Node();
            node.pacing = pacing;
            node.open();
            return node;
        }

        /** Starts it on a folder with one block, which is in the page cache. */
        @Setup
        public void open() throws IOException, SettingException, InterruptedException {
            Path folder = Files.createTempDirectory("hot-path");
            Path block = folder.resolve("blk_1");
            Files.write(block, new byte[BLOCK]);
            block.toFile().deleteOnExit();
            folder.toFile().deleteOnExit();
            Volume volume = Volume.of("DS-1", folder);
            OneDisk disk = new OneDisk(volume, block);
            AgentSettings settings = AgentSettings.parse(pacing.settings);
            agent = new ThrottleAgent("dn:9866", settings, Ticker.system(), Parker.system(), disk);
            agent.start(Optional.empty(), new GrantFile(folder.resolve("grant")));
            Peers peers = new ClusterPeers(new ShownTokens(() -> false), Optional.empty(), address -> false);
            gate = new TransferPacing(agent, disk, peers, () -> Long.MAX_VALUE);
            throttler = new TransferThrottler(gate, Direction.READ, null);
            awaitFiles(volume, block);
        }

        /** Waits until the hook reads ahead there: otherwise something else would be measured. */
        private void awaitFiles(Volume volume, Path block) throws IOException, InterruptedException {
            for (int look = 0; look < LOOKS; look++) {
                Optional<BlockFile> file = agent.open(volume, block);
                if (file.isPresent()) {
                    file.get().close();
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            throw new IOException("the hook does not read ahead here");
        }

        /** Releases it. */
        @TearDown
        public void close() {
            agent.close();
        }
    }

    /** A thread with the name of one that sends a block. */
    @State(Scope.Thread)
    public static class Sender {

        private static final String NAME =
                "DataXceiver for client DFSClient_NONMAPREDUCE_-1_1 at /10.1.2.3:56938 [Sending block BP-1:blk_1_";

        private final String[] names = {NAME + "0]", NAME + "1]"};
        private int position = BLOCK;
        private int operations;

        /** Sets the thread name of the next operation: a different String for every one, as DataXceiver does. */
        @Setup
        public void begin() {
            Thread.currentThread().setName(names[operations++ % names.length]);
        }
    }

    /**
     * The usual path: {@code BlockSender} announces the position before it reads each packet, and the hook reads ahead.
     * Once per block that is also the start of an operation.
     */
    @Benchmark
    public void readAhead(Node node, Sender sender) {
        if (sender.position == BLOCK) {
            sender.position = 0;
            sender.begin();
            node.gate.longRead();
        }
        node.gate.beforeRead(sender.position, PACKET);
        node.throttler.throttle(PACKET);
        sender.position += PACKET;
    }

    /** The fallback, where the hook cannot read ahead: the call that {@code BlockSender} makes after a packet. */
    @Benchmark
    public void heldBetween(Node node, Sender sender) {
        node.throttler.throttle(PACKET);
    }

    /** A DataNode with one disk, on which one block is. */
    private record OneDisk(Volume volume, Path block) implements Host, Blocks {
        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.UNKNOWN;
        }

        @Override
        public List<Volume> volumes() {
            return List.of(volume);
        }

        @Override
        public Volume volume(TransferName operation) {
            return volume;
        }

        @Override
        public Optional<Path> file(TransferName operation) {
            return Optional.of(block);
        }
    }
}
