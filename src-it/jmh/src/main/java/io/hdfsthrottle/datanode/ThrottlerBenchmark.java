package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.datanode.seat.TransferThrottler;
import io.hdfsthrottle.datanode.transfer.ClusterPeers;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.Peers;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
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

/** What a DataNode's transfer thread pays for a packet that it reads: the whole of our hook, all threads one tenant's. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ThrottlerBenchmark {

    private static final int PACKET = 65_536;

    /** In which states the hook is when nothing waits. */
    public enum Pacing {

        /** As after installation: reads are charged what the disk did, and at this moment nobody is held back. */
        FREE(Map.of("hdfs.throttle.charge", "device")),

        /** The same where every byte is charged. */
        FREE_EVERY_BYTE(Map.of("hdfs.throttle.charge", "transferred")),

        /** Everybody is held to an allowance that is never reached. */
        WITHIN(Map.of("hdfs.throttle.charge", "device", "hdfs.throttle.volume.capacity", "1000000g")),

        /** The same where every byte is charged, and so every call takes a ticket. */
        WITHIN_EVERY_BYTE(Map.of("hdfs.throttle.charge", "transferred", "hdfs.throttle.volume.capacity", "1000000g"));

        private final Map<String, String> settings;

        Pacing(Map<String, String> settings) {
            this.settings = settings;
        }
    }

    /** The hook of a DataNode. */
    @State(Scope.Benchmark)
    public static class Node {

        /** How the disk is paced. */
        @Param
        public Pacing pacing;

        private ThrottleAgent agent;
        private TransferThrottler throttler;

        /** One that is open. */
        public static Node opened(Pacing pacing) throws IOException, SettingException {
            Node node = new Node();
            node.pacing = pacing;
            node.open();
            return node;
        }

        /** Assembles it on a disk where nothing waits. */
        @Setup
        public void open() throws IOException, SettingException {
            agent = new ThrottleAgent(
                    "dn:9866", AgentSettings.parse(pacing.settings), Ticker.system(), Parker.system());
            Volume volume = Volume.of("DS-1", null);
            Peers peers = new ClusterPeers(new ShownTokens(() -> false), Optional.empty(), address -> false);
            throttler = new TransferThrottler(
                    new TransferPacing(agent, name -> volume, peers, () -> Long.MAX_VALUE), Direction.READ, null);
        }

        /** Lets go of it. */
        @TearDown
        public void close() {
            agent.close();
        }
    }

    /** A thread with the name of one that sends a block. */
    @State(Scope.Thread)
    public static class Sender {

        /** Takes the name. */
        @Setup
        public void begin() {
            Thread.currentThread()
                    .setName("DataXceiver for client DFSClient_NONMAPREDUCE_-1_1 at /10.1.2.3:56938 "
                            + "[Sending block BP-1:blk_7_1]");
        }
    }

    /** The call that {@code BlockSender} makes after a packet. */
    @Benchmark
    public void readPacket(Node node, Sender sender) {
        node.throttler.throttle(PACKET);
    }
}
