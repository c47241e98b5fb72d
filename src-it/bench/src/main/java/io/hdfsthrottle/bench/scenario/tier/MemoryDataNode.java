package io.hdfsthrottle.bench.scenario.tier;

import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * A DataNode that may keep replicas in a RAM_DISK though its user may not lock that much memory and Hadoop's native library is not there. A DataNode asks for
 * both before it starts, and locks nothing for a RAM_DISK: memory is locked for what it caches.
 */
public final class MemoryDataNode {

    private MemoryDataNode() {}

    /** As a DataNode's own. */
    public static void main(String[] arguments) {
        NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
        DataNode.main(arguments);
    }
}
