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

/** Where HDFS's file system keeps its client: a field that only its own package may set. The one place here that reaches into Hadoop. */
public final class ClientSeat {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSeat.class);
    private static final String FIELD = "dfs";
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    private ClientSeat() {}

    /**
     * Puts a client in place of the one that a file system was just initialized with and that nobody has used. Whatever goes wrong, the file system keeps
     * the client that it has, and one log line in this process says so.
     *
     * @param nameNode what the file system was initialized with
     * @param conf the same
     * @param statistics the file system's own
     * @return whether its readers now choose replicas by entitlement
     */
    public static boolean take(
            DistributedFileSystem files, URI nameNode, Configuration conf, FileSystem.Statistics statistics) {
        try {
            Field seat = DistributedFileSystem.class.getDeclaredField(FIELD);
            seat.setAccessible(true);
            DFSClient before = (DFSClient) seat.get(files);
            seat.set(files, new ChoosingClient(nameNode, conf, statistics));
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
            LOG.debug("hdfs-throttle: a client that nobody used was not closed in good order", left);
        }
    }
}
