package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.transfer.TransferPool;
import io.hdfsthrottle.kernel.Outcome;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * The thread pool that sends a DataNode's blocks to others, in the private final field {@code xferService}.
 * See {@link FileIoField} on newer JDKs. Used by one thread at a time.
 */
public final class TransferPoolField {

    private final DataNode dataNode;

    public TransferPoolField(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /**
     * Installs ours, which names its threads after their blocks; does nothing if it is already installed. Returns the
     * reason if that fails.
     */
    public Outcome take() {
        try {
            HostField<ExecutorService> pool = pool();
            ExecutorService present = pool.get(dataNode);
            if (present == null) {
                return Outcome.failed("this DataNode has no pool that sends blocks");
            }
            if (!(present instanceof TransferPool)) {
                pool.set(dataNode, new TransferPool(present, sentBlocks()));
            }
            return Outcome.DONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError elsewhere) {
            return Outcome.failed("this Hadoop keeps the pool that sends blocks elsewhere: " + elsewhere);
        }
    }

    /** Restores the pool before ours. */
    public Outcome leave() {
        try {
            HostField<ExecutorService> pool = pool();
            ExecutorService present = pool.get(dataNode);
            if (present instanceof TransferPool) {
                pool.set(dataNode, ((TransferPool) present).stock());
            }
            return Outcome.DONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError elsewhere) {
            return Outcome.failed("the pool that sends blocks stays ours: " + elsewhere);
        }
    }

    private static HostField<ExecutorService> pool() throws ReflectiveOperationException {
        return HostField.of(DataNode.class, "xferService", ExecutorService.class);
    }

    /** Gets the block that a {@code DataNode.DataTransfer} sends. */
    private static Function<Runnable, Optional<String>> sentBlocks() throws ReflectiveOperationException {
        Class<?> transfer = Class.forName(DataNode.class.getName() + "$DataTransfer");
        HostField<Object> block = HostField.of(transfer, "b");
        return task -> {
            try {
                return transfer.isInstance(task) ? Optional.of(block.get(task).toString()) : Optional.empty();
            } catch (ReflectiveOperationException hidden) {
                return Optional.empty();
            }
        };
    }
}
