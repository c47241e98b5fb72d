package io.hdfsthrottle.datanode;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/** One of the places where a DataNode keeps a throttler: what is in it, and a way to put another in. */
final class ThrottlerSeat {

    private final String name;
    private final Direction direction;
    private final Supplier<DataTransferThrottler> reader;
    private final Consumer<DataTransferThrottler> writer;

    ThrottlerSeat(
            String name,
            Direction direction,
            Supplier<DataTransferThrottler> reader,
            Consumer<DataTransferThrottler> writer) {
        this.name = name;
        this.direction = direction;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Puts ours in, over whatever is there; does nothing if ours is there already.
     *
     * @return whether something had to be put in
     */
    boolean take(TransferPacing pacing) {
        DataTransferThrottler present = reader.get();
        if (present instanceof TransferThrottler) {
            return false;
        }
        writer.accept(new TransferThrottler(pacing, direction, present));
        return true;
    }

    /** Puts back what was there before ours. */
    void leave() {
        DataTransferThrottler present = reader.get();
        if (present instanceof TransferThrottler) {
            writer.accept(((TransferThrottler) present).administrators());
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
