package io.hdfsthrottle.jmh;

import com.google.common.util.concurrent.RateLimiter;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/** The calls to compare, one for each packet, with so high a rate that none waits: our hook's and other limiters'. */
final class Limiters {
    private static final int PACKET = 65_536;

    /** The default of hdfs-default.xml. */
    private static final int BLOCK = 128 << 20;

    private Limiters() {}

    /** Every thread asks it once for the call that it makes. */
    static Supplier<Runnable> named(String name) throws IOException, SettingException, InterruptedException {
        String[] hook = name.split(" ", 2);
        if (hook.length == 2) {
            // Every byte is charged, or only the device's I/O, which is none here; within a limit, or free.
            String charge = hook[1].endsWith("every_byte") ? "transferred" : "device";
            String capacity = hook[1].startsWith("within") ? "1000000g" : "auto";
            Node node = new Node(Map.of("hdfs.throttle.charge", charge, "hdfs.throttle.volume.capacity", capacity));
            boolean readsAhead = hook[0].equals("readAhead");
            return () -> new Sender(node, readsAhead);
        }
        return switch (name) {
            case "stockThrottler" -> shared(new DataTransferThrottler(1L << 50), stock -> stock.throttle(PACKET));
            case "guavaRateLimiter" -> shared(RateLimiter.create(1e18), guava -> guava.acquire(PACKET));
            case "bucket4j" -> shared(bucket(), bucket -> bucket.tryConsume(PACKET));
            case "resilience4j" -> shared(permits(), limiter -> limiter.acquirePermission(1));
            case "oneTenant" -> reading(false);
            case "tenantEach" -> reading(true);
            default -> throw new IllegalArgumentException("no limiter '" + name + "'");
        };
    }

    private static <T> Supplier<Runnable> shared(T limiter, Consumer<T> call) {
        return () -> () -> call.accept(limiter);
    }

    private static Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(1L << 60).refillGreedy(1_000_000, Duration.ofSeconds(1)))
                .withNanosecondPrecision()
                .build();
    }

    /** One permit per call: an int cannot hold the bytes of a period. */
    private static io.github.resilience4j.ratelimiter.RateLimiter permits() {
        RateLimiterConfig permits = RateLimiterConfig.custom()
                .limitForPeriod(Integer.MAX_VALUE)
                .limitRefreshPeriod(Duration.ofMillis(100))
                .timeoutDuration(Duration.ofSeconds(1))
                .build();
        return io.github.resilience4j.ratelimiter.RateLimiter.of("crowd", permits);
    }

    /** Threads that read by our queue of a disk without requests: everything comes from memory. */
    private static Supplier<Runnable> reading(boolean own) {
        QueueSettings settings =
                new QueueSettings(WaitLimits.of(WaitLimits.DEFAULT_LONGEST_SLEEP), Optional.empty(), false, 256L << 20);
        QueueHost host =
                new QueueHost(new Bypass(), Ticker.system(), Parker.system(), () -> 0, () -> Grant.NOBODY, error -> {
                    throw new IllegalStateException(error);
                });
        VolumeQueue queue = new VolumeQueue("DS-1", settings, host);
        return () -> new Reader(queue, own);
    }

    /** A thread that reads by a stream of our queue, for a tenant of its own or for that of all threads. */
    private static final class Reader implements Runnable {
        private final Stream stream;
        private long position;

        Reader(VolumeQueue queue, boolean own) {
            Tenant tenant = own ? Tenant.named("t" + Thread.currentThread().getId()) : Tenant.DEFAULT;
            stream = queue.account(tenant, SharePath.of(""), () -> Tenant.DEFAULT)
                    .longRead(Optional.of(new FileInMemory()));
        }

        @Override
        public void run() {
            stream.before(position, PACKET);
            stream.moved(PACKET);
            position += PACKET;
        }
    }

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

    /** The hook of a DataNode, as it runs in production: its threads are started, and its one disk was probed. */
    private static final class Node {
        private final TransferPacing gate;
        private final TransferThrottler throttler;

        /** Starts it on a folder with one block, which is in the page cache, and waits until it reads ahead there. */
        Node(Map<String, String> settings) throws IOException, SettingException, InterruptedException {
            Path folder = Files.createTempDirectory("hot-path");
            Path block = Files.write(folder.resolve("blk_1"), new byte[BLOCK]);
            folder.toFile().deleteOnExit();
            block.toFile().deleteOnExit();
            OneDisk disk = new OneDisk(Volume.of("DS-1", folder), block);
            ThrottleAgent agent =
                    new ThrottleAgent("dn:9866", AgentSettings.parse(settings), Ticker.system(), Parker.system(), disk);
            agent.start(Optional.empty(), new GrantFile(folder.resolve("grant")));
            Peers peers = new ClusterPeers(new ShownTokens(() -> false), Optional.empty(), address -> false);
            gate = new TransferPacing(agent, disk, peers, () -> Long.MAX_VALUE);
            throttler = new TransferThrottler(gate, Direction.READ, null);
            for (int look = 0; look < 2_000; look++) {
                Optional<BlockFile> file = agent.open(disk.volume, block, Long.MAX_VALUE);
                if (file.isPresent()) {
                    file.get().close();
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(10);
            }
            throw new IOException("the hook does not read ahead here");
        }
    }

    /** A thread that sends blocks by the hook, named after the first of them at once, as DataXceiver does. */
    private static final class Sender implements Runnable {
        private static final String NAME =
                "DataXceiver for client DFSClient_NONMAPREDUCE_-1_1 at /10.1.2.3:56938 [Sending block BP-1:blk_1_";

        private final Node node;
        private final boolean readsAhead;
        private final String[] names = {NAME + "0]", NAME + "1]"};
        private int position = BLOCK;
        private int operations;

        Sender(Node node, boolean readsAhead) {
            this.node = node;
            this.readsAhead = readsAhead;
            begin();
        }

        /** Every operation has a different String as its thread's name. */
        private void begin() {
            Thread.currentThread().setName(names[operations++ % names.length]);
        }

        /**
         * The usual path of our whole hook, with its system calls: {@code BlockSender} announces the position before it
         * reads each packet, and the hook reads ahead; once per block that is also the start of an operation. Where the
         * hook cannot read ahead, only the call after a packet is left.
         */
        @Override
        public void run() {
            if (readsAhead) {
                if (position == BLOCK) {
                    position = 0;
                    begin();
                    node.gate.longRead();
                }
                node.gate.beforeRead(position, PACKET);
                position += PACKET;
            }
            node.throttler.throttle(PACKET);
        }
    }

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
