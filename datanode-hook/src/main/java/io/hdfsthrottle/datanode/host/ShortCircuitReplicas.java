package io.hdfsthrottle.datanode.host;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ShortCircuitRegistry;

/**
 * The number of replicas that clients of this host hold open to read them past the DataNode. HDFS registers a slot in
 * memory shared with the client for each descriptor that it hands out, until the client returns it or ends. Clients
 * without shared memory ({@code dfs.short.circuit.shared.memory.watcher.interrupt.check.ms} of 0) are not counted.
 * Thread-safe.
 */
public final class ShortCircuitReplicas implements IntSupplier {

    /** The value where this Hadoop does not tell. */
    public static final int UNKNOWN = -1;

    private final Supplier<ShortCircuitRegistry> registry;

    ShortCircuitReplicas(Supplier<ShortCircuitRegistry> registry) {
        this.registry = registry;
    }

    /** Of that DataNode's clients. */
    public static ShortCircuitReplicas of(DataNode dataNode) {
        return new ShortCircuitReplicas(dataNode::getShortCircuitRegistry);
    }

    /** The current number; {@link #UNKNOWN} if unknown. Holds the registry's lock briefly. */
    @Override
    public int getAsInt() {
        AtomicInteger count = new AtomicInteger(UNKNOWN);
        try {
            ShortCircuitRegistry known = registry.get();
            if (known != null) {
                boolean unused = known.visit((segments, slots) -> {
                    count.set(slots.size());
                    return true;
                });
            }
        } catch (RuntimeException | LinkageError another) {
            return UNKNOWN;
        }
        return count.get();
    }
}
