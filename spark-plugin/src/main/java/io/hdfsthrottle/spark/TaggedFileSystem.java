package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.spark.replica.ClientSeat;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS as it is, but its client is named after the application: {@code DFSClient_<tag>_<random>_<thread>}.
 *
 * <p>DataNodes see the client's name with every operation, and the only part of it that a client may choose is the
 * MapReduce attempt's id. Spark sets that id anew for every task, so it is replaced where the client is made, in a copy
 * of the configuration. Without a well-formed tag this is exactly {@link DistributedFileSystem}. Hadoop makes instances
 * by reflection, from the class's name in {@code fs.hdfs.impl}. If the stamp says so, its readers choose replicas by
 * entitlement.
 */
final class TaggedFileSystem extends DistributedFileSystem {

    /** The key that {@code DFSClient} takes the free part of its name from. */
    static final String CLIENT_NAME_KEY = "mapreduce.task.attempt.id";

    TaggedFileSystem() {}

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        Configuration own = tagged(conf);
        super.initialize(uri, own);
        boolean chooses = ThrottleSettings.BY_ENTITLEMENT.equals(own.get(HdfsStamp.REPLICAS_KEY));
        if (own != conf && chooses) {
            boolean unused = ClientSeat.take(this, uri, own, statistics);
        }
    }

    private static Configuration tagged(Configuration conf) {
        Optional<AppTag> tag = Optional.ofNullable(conf.get(HdfsStamp.TAG_KEY)).flatMap(AppTag::parse);
        if (tag.isEmpty()) {
            return conf;
        }
        Configuration own = new Configuration(conf);
        own.set(CLIENT_NAME_KEY, tag.get().toString());
        PacedReads.prepare(own);
        return own;
    }
}
