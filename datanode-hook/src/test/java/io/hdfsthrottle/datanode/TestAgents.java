package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.Host;
import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.datanode.transfer.BlockPlacement;
import io.hdfsthrottle.datanode.transfer.Blocks;
import io.hdfsthrottle.datanode.transfer.ClusterPeers;
import io.hdfsthrottle.datanode.transfer.Peers;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A real agent whose clock moves only as a thread rests, and the name that a transfer thread would have. */
public final class TestAgents implements AutoCloseable {

    public static final String READING =
            "DataXceiver for client DFSClient_NONMAPREDUCE_-1_1 at /10.1.2.3:56938 " + "[Sending block BP-1:blk_7_1]";

    public static final String WRITING =
            "DataXceiver for client DFSClient_NONMAPREDUCE_-1_1 at /10.1.2.3:56939 [Receiving block BP-1:blk_9_1]";

    private static final Peers ANYBODY =
            new ClusterPeers(new ShownTokens(() -> false), Optional.empty(), address -> true);

    private static final long LONGEST_SLEEP_NANOS = 1_000_000;

    /** Real time that passes with each step of the clock, so that the queue's threads can run meanwhile. */
    private static final long OTHERS_NANOS = 100_000;

    private final String threadsName = Thread.currentThread().getName();
    private final AtomicLong nanos = new AtomicLong();
    private final ThrottleAgent agent;

    public TestAgents(String capacity) throws SettingException, IOException {
        this(capacity, Map.of());
    }

    public TestAgents(String capacity, Map<String, String> more) throws SettingException, IOException {
        this(capacity, more, Host.UNKNOWN);
    }

    public TestAgents(String capacity, Map<String, String> more, Host host) throws SettingException, IOException {
        Ticker ticker = nanos::get;
        Parker parker = wait -> {
            LockSupport.parkNanos(OTHERS_NANOS);
            nanos.addAndGet(Math.min(wait, LONGEST_SLEEP_NANOS)); // others may have dispatched meanwhile
        };
        Map<String, String> settings = new HashMap<>(more);
        if (!capacity.isEmpty()) {
            settings.put("hdfs.throttle.volume.capacity", capacity);
        }
        agent = new ThrottleAgent("dn:9866", AgentSettings.parse(settings), ticker, parker, host);
    }

    public ThrottleAgent agent() {
        return agent;
    }

    /** Pacing by this agent where HDFS issues no block tokens and every address may be a DataNode's. */
    public TransferPacing pacing(Blocks blocks) {
        return pacing(blocks, () -> Long.MAX_VALUE);
    }

    /** The same with a bound for writes. */
    public TransferPacing pacing(Blocks blocks, LongSupplier mostWaitNanos) {
        return new TransferPacing(agent, blocks, ANYBODY, mostWaitNanos);
    }

    /** Where blocks go, by this agent. */
    public BlockPlacement placement() {
        return new BlockPlacement(agent, name -> Volume.of("DS-none", null), ANYBODY);
    }

    /** The clock's value, which is how long the calling thread has rested. */
    public long restedNanos() {
        return nanos.get();
    }

    public void letTimePass(long passing) {
        nanos.addAndGet(passing);
    }

    /** Gives the calling thread the name of a transfer thread, and so its operation. */
    public void named(String threadName) {
        Thread.currentThread().setName(threadName);
    }

    @Override
    public void close() {
        Thread.currentThread().setName(threadsName);
        agent.close();
    }
}
