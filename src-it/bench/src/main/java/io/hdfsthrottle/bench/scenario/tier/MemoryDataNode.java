package io.hdfsthrottle.bench.scenario.tier;

import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * A DataNode that may keep replicas in a RAM_DISK even if its user may not lock that much memory and Hadoop's native
 * library is missing. A DataNode requires both at start, and locks nothing for a RAM_DISK: memory is locked for what it
 * caches.
 */
public final class MemoryDataNode {

    private MemoryDataNode() {}

    /** The DataNode's own main method. */
    public static void main(String[] arguments) {
        NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
        DataNode.main(arguments);
    }
}
