package io.hdfsthrottle.spark.replica;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS client that orders the replicas of the blocks that it locates by the tenant's unused entitlement. Dead nodes,
 * retries and hedged reads remain HDFS's. Every input stream gets its blocks here, when it is opened and later.
 */
final class ChoosingClient extends DFSClient {

    private static final Logger LOG = LoggerFactory.getLogger(ChoosingClient.class);

    private final LocalAddresses here = new LocalAddresses();
    private volatile boolean broken;

    ChoosingClient(URI nameNode, Configuration conf, FileSystem.Statistics statistics) throws IOException {
        super(nameNode, conf, statistics);
    }

    @Override
    public LocatedBlocks getLocatedBlocks(String path, long start, long length) throws IOException {
        LocatedBlocks located = super.getLocatedBlocks(path, start, length);
        if (!broken && located != null) {
            order(located);
        }
        return located;
    }

    private void order(LocatedBlocks located) {
        try {
            Map<String, Long> left = KnownEntitlement.now();
            if (!left.isEmpty()) {
                new LocatedReplicas(left, here).order(located, ThreadLocalRandom.current());
            }
        } catch (RuntimeException | LinkageError trouble) {
            broken = true;
            LOG.warn("hdfs-throttle: HDFS chooses replicas itself from now on: {}", trouble.toString());
        }
    }
}
