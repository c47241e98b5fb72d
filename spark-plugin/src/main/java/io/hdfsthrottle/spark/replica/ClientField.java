package io.hdfsthrottle.spark.replica;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the HDFS client of a file system, in a field that only its own package may set. One of two places here
 * that access Hadoop's internals.
 */
public final class ClientField {

    private static final Logger LOG = LoggerFactory.getLogger(ClientField.class);
    private static final String FIELD = "dfs";
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    private ClientField() {}

    /**
     * Replaces the client of a file system that was just initialized and is still unused. On any failure, the file
     * system keeps its client, and one log line per process says so.
     *
     * @param nameNode the URI that the file system was initialized with
     * @param conf the configuration that it was initialized with
     * @param statistics the file system's own
     * @return whether its readers now choose replicas by entitlement
     */
    public static boolean take(
            DistributedFileSystem files, URI nameNode, Configuration conf, FileSystem.Statistics statistics) {
        try {
            Field field = DistributedFileSystem.class.getDeclaredField(FIELD);
            field.setAccessible(true);
            DFSClient before = (DFSClient) field.get(files);
            field.set(files, new ChoosingClient(nameNode, conf, statistics));
            close(before);
            return true;
        } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError trouble) {
            if (TOLD.compareAndSet(false, true)) {
                LOG.warn(
                        "hdfs-throttle: HDFS chooses replicas itself, its client is not one that can be told: {}",
                        trouble.toString());
            }
            return false;
        }
    }

    private static void close(DFSClient unused) {
        try {
            unused.close();
        } catch (IOException | RuntimeException left) {
            LOG.debug("hdfs-throttle: an unused client was not closed in good order", left);
        }
    }
}
