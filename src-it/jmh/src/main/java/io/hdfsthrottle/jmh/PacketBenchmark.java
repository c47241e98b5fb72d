package io.hdfsthrottle.jmh;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
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
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.queue.Bypass;
import io.hdfsthrottle.queue.QueueHost;
import io.hdfsthrottle.queue.QueueSettings;
import io.hdfsthrottle.queue.Stream;
import io.hdfsthrottle.queue.VolumeQueue;
import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
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

/** Measures the cost per packet of our hook, of its queue alone, and of other rate limiters, when no call waits. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class PacketBenchmark {
    private static final int PACKET = 65_536;

    /** The default of hdfs-default.xml. */
    private static final int BLOCK = 128 << 20;

    /** Other rate limiters, each with so high a rate that no call waits, shared by all threads. */
    @State(Scope.Benchmark)
    public static class Others {
        private final DataTransferThrottler stock = new DataTransferThrottler(1L << 50);
        private final RateLimiter guava = RateLimiter.create(1e18);
        private final Bucket bucket4j = Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(1L << 60)
                        .refillGreedy(1_000_000, Duration.ofSeconds(1))
                        .build())
                .withNanosecondPrecision()
                .build();

        private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
                io.github.resilience4j.ratelimiter.RateLimiter.of(
                        "jmh",
                        RateLimiterConfig.custom()
                                .limitForPeriod(Integer.MAX_VALUE)
                                .limitRefreshPeriod(Duration.ofMillis(100))
                                .timeoutDuration(Duration.ofSeconds(1))
                                .build());
    }

    /** HDFS's own throttler, which a DataNode with {@code dfs.datanode.data.read.bandwidthPerSec} calls. */
    @Benchmark
    public void stockThrottler(Others others) {
        others.stock.throttle(PACKET);
    }

    /** Guava's limiter. */
    @Benchmark
    public double guavaRateLimiter(Others others) {
        return others.guava.acquire(PACKET);
    }

    /** Bucket4j's lock-free bucket. */
    @Benchmark
    public boolean bucket4j(Others others) {
        return others.bucket4j.tryConsume(PACKET);
    }

    /** Resilience4j's limiter, one permit per call: an int cannot hold the bytes of a period. */
    @Benchmark
    public boolean resilience4j(Others others) {
        return others.resilience4j.acquirePermission(1);
    }

    /** Our queue of a disk without requests: everything comes from memory. */
    @State(Scope.Benchmark)
    public static class Disk {
        private final VolumeQueue queue = new VolumeQueue(
                "DS-1",
                new QueueSettings(WaitLimits.of(WaitLimits.DEFAULT_LONGEST_SLEEP), Optional.empty(), false, 256L << 20),
                new QueueHost(new Bypass(), Ticker.system(), Parker.system(), () -> 0, () -> Grant.NOBODY, error -> {
                    throw new IllegalStateException(error);
                }));
    }

    /** A thread that reads by a stream. */
    @State(Scope.Thread)
    public static class Reader {
        /** Whether it has a tenant of its own, or that of all threads. */
        @Param({"false", "true"})
        public boolean own;

        private Stream stream;
        private long position;

        /** Opens its stream, as an operation does when it begins. */
        @Setup
        public void open(Disk disk) {
            Tenant tenant = own ? Tenant.named("t" + Thread.currentThread().getId()) : Tenant.DEFAULT;
            stream = disk.queue
                    .account(tenant, SharePath.of(""), () -> Tenant.DEFAULT)
                    .longRead(Optional.of(new FileInMemory()));
        }
    }

    /** Our queue alone. */
    @Benchmark
    public void queue(Reader reader) {
        reader.stream.before(reader.position, PACKET);
        reader.stream.moved(PACKET);
        reader.position += PACKET;
    }

    /** An endless block file that is in memory. */
    private record FileInMemory() implements BlockFile {
        @Override
        public long size() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean readAhead(long offset, long length) {
            return true;
        }

        @Override
        public boolean awaitRead(long offset) {
            return true;
        }

        @Override
        public boolean startWriteBack(long offset, long length) {
            return true;
        }

        @Override
        public boolean awaitWriteBack(long offset, long length) {
            return true;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /** The hook's configurations to measure; no call waits in any of them. */
    public enum Pacing {
        /** As after installation: reads are charged by device I/O, which is none here. */
        FREE("device", "auto"),

        /** The same where every byte is charged. */
        FREE_EVERY_BYTE("transferred", "auto"),

        /** The same under a limit that is never reached. */
        WITHIN("device", "1000000g"),

        /** The same where every byte is charged, too. */
        WITHIN_EVERY_BYTE("transferred", "1000000g");

        private final Map<String, String> settings;

        Pacing(String charge, String capacity) {
            settings = Map.of("hdfs.throttle.charge", charge, "hdfs.throttle.volume.capacity", capacity);
        }
    }

    /** The hook of a DataNode, as it runs in production: its threads are started, and its one disk was probed. */
    @State(Scope.Benchmark)
    public static class Node {
        /** How the disk is paced. */
        @Param
        public Pacing pacing;

        private ThrottleAgent agent;
        private TransferPacing gate;
        private TransferThrottler throttler;

        /** Starts it on a folder with one block, which is in the page cache, and waits until it reads ahead there. */
        @Setup
        public void open() throws IOException, SettingException, InterruptedException {
            Path folder = Files.createTempDirectory("hot-path");
            Path block = Files.write(folder.resolve("blk_1"), new byte[BLOCK]);
            folder.toFile().deleteOnExit();
            block.toFile().deleteOnExit();
            OneDisk disk = new OneDisk(Volume.of("DS-1", folder), block);
            AgentSettings settings = AgentSettings.parse(pacing.settings);
            agent = new ThrottleAgent("dn:9866", settings, Ticker.system(), Parker.system(), disk);
            agent.start(Optional.empty(), new GrantFile(folder.resolve("grant")));
            Peers peers = new ClusterPeers(new ShownTokens(() -> false), Optional.empty(), address -> false);
            gate = new TransferPacing(agent, disk, peers, () -> Long.MAX_VALUE);
            throttler = new TransferThrottler(gate, Direction.READ, null);
            for (int look = 0; look < 2_000; look++) {
                Optional<BlockFile> file = agent.open(disk.volume, block);
                if (file.isPresent()) {
                    file.get().close();
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(10);
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
     * The usual path of our whole hook, with its system calls: {@code BlockSender} announces the position before it
     * reads each packet, and the hook reads ahead. Once per block that is also the start of an operation.
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
