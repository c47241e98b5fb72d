package io.hdfsthrottle.datanode.seat;

import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import org.apache.hadoop.hdfs.util.Canceler;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/**
 * Stands where the DataNode's own throttler stood, and is asked after every packet on the transfer thread itself.
 *
 * <p>The administrator's own limit ({@code dfs.datanode.data.read.bandwidthPerSec} and its kin) is not thrown away: where
 * there was one, it is asked too, and stays the ceiling over everybody.
 */
// The methods of the class it stands for hold its lock while they wait, one thread at a time; that is what must not be
// here.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
public final class TransferThrottler extends DataTransferThrottler {

    /** Any number that the superclass takes; it is never asked to throttle. */
    private static final long UNUSED_BANDWIDTH = 1L << 40;

    private final TransferPacing pacing;
    private final Direction direction;
    private final DataTransferThrottler administrators;

    /** In the place of that one, which is null where the administrator set no limit. */
    public TransferThrottler(TransferPacing pacing, Direction direction, DataTransferThrottler administrators) {
        super(UNUSED_BANDWIDTH);
        this.pacing = pacing;
        this.direction = direction;
        this.administrators = administrators;
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
        pacing.moved(bytes, direction);
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
