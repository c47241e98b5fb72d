package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostMethod;
import io.hdfsthrottle.datanode.host.TransferServers;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/** One of the fields where a DataNode keeps a throttler: its current throttler, and the means to replace it. */
public final class ThrottlerField {

    /** A thread that sends to another DataNode ({@code DataTransfer}) reads too. */
    private static final Map<String, Direction> THROTTLERS = Map.of(
            "ReadThrottler", Direction.READ,
            "WriteThrottler", Direction.WRITE,
            "TransferThrottler", Direction.READ);

    private final String name;
    private final Direction direction;
    private final Supplier<DataTransferThrottler> reader;
    private final Consumer<DataTransferThrottler> writer;

    ThrottlerField(
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
     * The fields of the throttlers, on all servers. Their setters are public since Hadoop 3.4.0.
     *
     * @throws ReflectiveOperationException if this Hadoop has no such fields: it is older than that, or newer than we
     * support
     */
    public static List<ThrottlerField> of(TransferServers servers) throws ReflectiveOperationException {
        List<ThrottlerField> fields = new ArrayList<>();
        for (Map.Entry<String, Object> server : servers.byName().entrySet()) {
            for (Map.Entry<String, Direction> place : THROTTLERS.entrySet()) {
                fields.add(of(server.getValue(), server.getKey(), place.getKey(), place.getValue()));
            }
        }
        return fields;
    }

    private static ThrottlerField of(Object server, String name, String throttler, Direction direction)
            throws ReflectiveOperationException {
        HostMethod getter = HostMethod.of(server, "get" + throttler);
        HostMethod setter = HostMethod.of(server, "set" + throttler, DataTransferThrottler.class);
        return new ThrottlerField(
                throttler + " of " + name, direction, () -> (DataTransferThrottler) getter.call(), setter::call);
    }

    /**
     * Installs ours, replacing any other; does nothing if ours is already installed.
     *
     * @return whether it had to be installed
     */
    public boolean take(TransferPacing pacing) {
        DataTransferThrottler present = reader.get();
        if (present instanceof TransferThrottler) {
            return false;
        }
        writer.accept(new TransferThrottler(pacing, direction, present));
        return true;
    }

    /** Restores the throttler before ours. */
    public void leave() {
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
