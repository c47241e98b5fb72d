package io.hdfsthrottle.datanode.host;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Whether HDFS issues block tokens: the NameNode's answer when the DataNode registered, in the field
 * {@code isBlockTokenEnabled}; false before. Thread-safe.
 */
public final class IssuedTokens implements BooleanSupplier {

    private final DataNode dataNode;
    private final HostField<Object> enabled;

    private IssuedTokens(DataNode dataNode, HostField<Object> enabled) {
        this.dataNode = dataNode;
        this.enabled = enabled;
    }

    /** As known to that DataNode, of a Hadoop that tells it. */
    public static IssuedTokens of(DataNode dataNode) throws ReflectiveOperationException {
        return new IssuedTokens(dataNode, HostField.of(DataNode.class, "isBlockTokenEnabled"));
    }

    @Override
    public boolean getAsBoolean() {
        try {
            return Boolean.TRUE.equals(enabled.get(dataNode));
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(enabled + " could be read at start and no longer can", broken);
        }
    }
}
