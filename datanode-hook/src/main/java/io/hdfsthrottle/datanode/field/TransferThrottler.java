package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.queue.WriteBackException;
import java.io.IOException;
import org.apache.hadoop.hdfs.util.Canceler;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/**
 * Replaces the DataNode's own throttler; the transfer thread itself calls it after every packet.
 *
 * <p>The administrator's own limit ({@code dfs.datanode.data.read.bandwidthPerSec} and its kin) stays in force: where
 * there was one, it is applied too, as the ceiling over all tenants.
 */
// The methods of the replaced class hold its lock while they wait, one thread at a time; that must not happen here.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
public final class TransferThrottler extends DataTransferThrottler {

    /** Any number that the superclass accepts; it never throttles. */
    private static final long UNUSED_BANDWIDTH = 1L << 40;

    private final TransferPacing pacing;
    private final Direction direction;
    private final DataTransferThrottler administrators;

    /** Replaces that throttler, which is null where the administrator set no limit. */
    public TransferThrottler(TransferPacing pacing, Direction direction, DataTransferThrottler administrators) {
        super(UNUSED_BANDWIDTH);
        this.pacing = pacing;
        this.direction = direction;
        this.administrators = administrators;
    }

    /** {@code BlockReceiver.receivePacket} declares what this method's caller expects of a disk, and this method does not. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T undeclared(IOException error) throws T {
        throw (T) error;
    }

    DataTransferThrottler administrators() {
        return administrators;
    }

    @Override
    public void throttle(long bytes) {
        throttle(bytes, null);
    }

    @Override
    public void throttle(long bytes, Canceler canceler) {
        try {
            pacing.moved(bytes, direction);
        } catch (WriteBackException lost) {
            throw TransferThrottler.<RuntimeException>undeclared(lost.reported());
        }
        if (administrators != null) {
            administrators.throttle(bytes, canceler);
        }
    }

    @Override
    public long getBandwidth() {
        return administrators == null ? super.getBandwidth() : administrators.getBandwidth();
    }

    @Override
    public void setBandwidth(long bytesPerSecond) {
        if (administrators != null) {
            administrators.setBandwidth(bytesPerSecond);
        }
    }
}
