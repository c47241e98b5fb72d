package io.hdfsthrottle.testkit.hdfs;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;

/** A real HDFS client with its own client name: its writes are seeded, its reads are checked. */
public final class Hdfs implements AutoCloseable {

    /** The block size of files that these clients write. */
    public static final int BLOCK_BYTES = 32 << 20;

    private static final int CHUNK = 1 << 17;
    private static final Duration RESTART = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);

    private final DistributedFileSystem files;

    private Hdfs(DistributedFileSystem files) {
        this.files = files;
    }

    /** A client without a name of its own. */
    public static Hdfs untagged(NameNode nameNode) {
        return tagged(nameNode, "NONMAPREDUCE");
    }

    /** A client with this tag in its name, as the Spark plugin creates it. */
    public static Hdfs tagged(NameNode nameNode, String tag) {
        return tagged(nameNode, tag, Map.of());
    }

    /** The same with its own settings. */
    public static Hdfs tagged(NameNode nameNode, String tag, Map<String, String> settings) {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.task.attempt.id", tag);
        configuration.set("dfs.replication", "1");
        configuration.set("dfs.blocksize", Integer.toString(BLOCK_BYTES));
        // Data sent by a writer then arrives soon, and can be counted where it is written.
        configuration.set("dfs.client.write.max-packets-in-flight", "16");
        configuration.set("dfs.client.use.datanode.hostname", "false");
        settings.forEach(configuration::set);
        try {
            return new Hdfs(
                    (DistributedFileSystem) FileSystem.newInstance(URI.create(nameNode.fileSystem()), configuration));
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** The same as that user. */
    public static Hdfs tagged(NameNode nameNode, UserGroupInformation user, String tag, Map<String, String> settings) {
        return user.doAs((PrivilegedAction<Hdfs>) () -> tagged(nameNode, tag, settings));
    }

    /** Writes seeded bytes; returns their SHA-256. */
    public String write(String path, int bytes, long seed) throws IOException {
        return write(path, bytes, seed, Duration.ZERO);
    }

    /** The same with a pause before every {@value #CHUNK} bytes: a slow client, for which its DataNode waits. */
    public String write(String path, int bytes, long seed, Duration pause) throws IOException {
        MessageDigest digest = sha256();
        SplittableRandom random = new SplittableRandom(seed);
        byte[] chunk = new byte[CHUNK];
        OutputStream out = files.create(new Path(path), true);
        try {
            for (int left = bytes; left > 0; left -= CHUNK) {
                LockSupport.parkNanos(pause.toNanos());
                random.nextBytes(chunk);
                int size = Math.min(left, CHUNK);
                digest.update(chunk, 0, size);
                out.write(chunk, 0, size);
            }
        } catch (IOException failed) {
            // close() throws the same exception object again, which cannot suppress itself.
            IOUtils.closeStream(out);
            throw failed;
        }
        out.close();
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Creates a file, replacing an existing one. */
    public OutputStream create(String path) throws IOException {
        return files.create(new Path(path), true);
    }

    /** Reads a whole file; returns its SHA-256. */
    public String read(String path) throws IOException {
        MessageDigest digest = sha256();
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = open(path)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                digest.update(chunk, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Deletes a file, or a folder with its contents; does nothing if there is none. */
    public void delete(String path) throws IOException {
        files.delete(new Path(path), true);
    }

    public FSDataInputStream open(String path) throws IOException {
        return files.open(new Path(path));
    }

    /**
     * Waits for at most a minute until a file can be read, after its DataNode was restarted.
     *
     * @throws org.awaitility.core.ConditionTimeoutException if it cannot be read by then
     */
    public void awaitReadable(String path) {
        await("reading " + path)
                .atMost(RESTART)
                .pollInterval(POLL)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    try (InputStream in = open(path)) {
                        return in.read() >= 0;
                    }
                });
    }

    /** The storage id of the disk that holds the first block of a file. */
    public String storage(String path) throws IOException {
        return files.getFileBlockLocations(new Path(path), 0, 1)[0].getStorageIds()[0];
    }

    /** The ids of a file's blocks, in order: a DataNode stores each in a file named after it. */
    public List<Long> blocks(String path) throws IOException {
        return files.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks().stream()
                .map(located -> located.getBlock().getBlockId())
                .toList();
    }

    /** The distinct storage types of all replicas of a file's blocks, such as {@code DISK}. */
    public Set<String> storageTypes(String path) throws IOException {
        Set<String> types = new TreeSet<>();
        for (BlockLocation block : files.getFileBlockLocations(new Path(path), 0, Long.MAX_VALUE)) {
            for (StorageType type : block.getStorageTypes()) {
                types.add(type.name());
            }
        }
        return types;
    }

    /** The name of the effective storage policy of a file or folder. */
    public String storagePolicy(String path) throws IOException {
        return files.getStoragePolicy(new Path(path)).getName();
    }

    /** The quota of a storage type for files below a folder, in bytes; -1 for none. */
    public long quota(String folder, String storageType) throws IOException {
        return files.getQuotaUsage(new Path(folder)).getTypeQuota(StorageType.valueOf(storageType));
    }

    /** The use of that quota as HDFS counts it, by their storage policies. */
    public long counted(String folder, String storageType) throws IOException {
        return files.getQuotaUsage(new Path(folder)).getTypeConsumed(StorageType.valueOf(storageType));
    }

    /** How many bytes the files below a folder hold. */
    public long stored(String folder) throws IOException {
        return files.getContentSummary(new Path(folder)).getLength();
    }

    /** The paths of all files below a folder. */
    public Set<String> files(String folder) throws IOException {
        Set<String> paths = new TreeSet<>();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(new Path(folder), true);
        while (all.hasNext()) {
            paths.add(all.next().getPath().toUri().getPath());
        }
        return paths;
    }

    /** Creates a folder and its parents. */
    public void folder(String path) throws IOException {
        files.mkdirs(new Path(path));
    }

    /** Sets the number of replicas of a file. */
    public void replicas(String path, int count) throws IOException {
        files.setReplication(new Path(path), (short) count);
    }

    /**
     * Creates a folder whose files are stored on one kind of disk: {@code HOT} for DISK, {@code ALL_SSD} for SSD,
     * {@code COLD} for ARCHIVE. Where each DataNode has another kind, that decides which DataNode stores a file.
     */
    public void folder(String path, String storagePolicy) throws IOException {
        files.mkdirs(new Path(path));
        files.setStoragePolicy(new Path(path), storagePolicy);
    }

    /** Takes a file's lease from its writer; returns whether that is done. */
    public boolean recoverLease(String path) throws IOException {
        return files.recoverLease(new Path(path));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
