package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.host.HostMethod;
import io.hdfsthrottle.kernel.Outcome;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.ReadaheadPool;

/**
 * A DataNode's readahead pool, in the field {@code readaheadPool}, null without Hadoop's native library. Used
 * by one thread at a time.
 *
 * <p>While the hook reads ahead, another pool is installed, which was shut down before it started any thread, so that
 * it drops all requests. Not null: {@code BlockSender} reads the field twice, and a running transfer would fail in
 * between. Clients that request readahead themselves ({@code dfs.client.cache.readahead}) use that pool too.
 */
public final class ReadaheadPoolField {

    private final DataNode dataNode;
    private ReadaheadPool stock;
    private ReadaheadPool idle;

    public ReadaheadPoolField(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /** Whether this Hadoop has the field. */
    public static boolean isKnown() {
        try {
            HostField<ReadaheadPool> unused = field();
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
            return false;
        }
    }

    /**
     * Installs a pool that reads nothing; does nothing where there is none, or ours already.
     *
     * @return the reason if that fails; then nothing has changed and Hadoop continues to read ahead
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

    /** Restores the pool before ours. */
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
