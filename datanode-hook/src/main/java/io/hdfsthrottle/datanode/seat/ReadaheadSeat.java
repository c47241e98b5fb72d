package io.hdfsthrottle.datanode.seat;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.host.HostMethod;
import io.hdfsthrottle.kernel.Outcome;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.ReadaheadPool;

/**
 * The place of the pool that reads ahead for a DataNode where Hadoop's native library is loaded: the field {@code readaheadPool}, null
 * without the library. Used by one thread at a time.
 *
 * <p>While the hook reads ahead, another pool stands there, whose threads have ended before the first began, so that it drops what it is
 * asked for. Not null: {@code BlockSender} reads the field twice, and a transfer that runs would fail in between. Clients that ask for
 * readahead themselves ({@code dfs.client.cache.readahead}) come to that pool too.
 */
public final class ReadaheadSeat {

    private final DataNode dataNode;
    private ReadaheadPool stock;
    private ReadaheadPool idle;

    public ReadaheadSeat(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /** Whether this Hadoop has the place. */
    public static boolean isKnown() {
        try {
            HostField<ReadaheadPool> unused = field();
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
            return false;
        }
    }

    /**
     * Puts a pool in that reads nothing; does nothing where there is none, or ours already.
     *
     * @return why that does not work, if it does not; then nothing has changed and Hadoop goes on reading ahead
     */
    public Outcome take() {
        try {
            HostField<ReadaheadPool> field = field();
            ReadaheadPool present = field.get(dataNode);
            if (present != null && present != idle) {
                ReadaheadPool replacing = idle == null ? newIdlePool() : idle;
                field.set(dataNode, replacing);
                idle = replacing;
                stock = present;
            }
            return Outcome.DONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return Outcome.failed("DataNode.readaheadPool cannot be replaced: " + refused);
        }
    }

    /** Puts back what was there before ours. */
    public Outcome leave() {
        try {
            HostField<ReadaheadPool> field = field();
            if (idle != null && field.get(dataNode) == idle) {
                field.set(dataNode, stock);
            }
            return Outcome.DONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return Outcome.failed("DataNode.readaheadPool stays ours: " + refused);
        }
    }

    private static HostField<ReadaheadPool> field() throws ReflectiveOperationException {
        return HostField.of(DataNode.class, "readaheadPool", ReadaheadPool.class);
    }

    private static ReadaheadPool newIdlePool() throws ReflectiveOperationException {
        HostField<ThreadPoolExecutor> threads = HostField.of(ReadaheadPool.class, "pool", ThreadPoolExecutor.class);
        ReadaheadPool pool = HostMethod.construct(ReadaheadPool.class);
        ThreadPoolExecutor executor = threads.get(pool);
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        executor.shutdown();
        return pool;
    }
}
