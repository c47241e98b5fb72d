package io.hdfsthrottle.datanode.host;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ShortCircuitRegistry;

/**
 * How many replicas clients of this host hold the files of, to read them past the DataNode. HDFS registers a slot in memory that it shares with the client for
 * each descriptor that it gives, until the client gives it back or ends. Clients without shared memory
 * ({@code dfs.short.circuit.shared.memory.watcher.interrupt.check.ms} of 0) are not seen. Thread-safe.
 */
public final class ShortCircuitReplicas implements IntSupplier {

    /** Where this Hadoop does not say. */
    public static final int UNKNOWN = -1;

    private final Supplier<ShortCircuitRegistry> registry;

    ShortCircuitReplicas(Supplier<ShortCircuitRegistry> registry) {
        this.registry = registry;
    }

    /** Those that clients of that DataNode hold. */
    public static ShortCircuitReplicas of(DataNode dataNode) {
        return new ShortCircuitReplicas(dataNode::getShortCircuitRegistry);
    }

    /** How many there are now; {@link #UNKNOWN} if that is not known. Holds the registry's lock for a moment. */
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
