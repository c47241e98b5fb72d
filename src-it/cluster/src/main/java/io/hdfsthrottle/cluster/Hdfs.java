package io.hdfsthrottle.cluster;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.rig.NameNode;
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

/** A real HDFS client that goes by a name of its own: what it writes is seeded, what it reads is checked. */
public final class Hdfs implements AutoCloseable {

    /** How long a block of a file is that these clients write. */
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

    /** A client that carries this tag in its name, as the Spark plugin makes it. */
    public static Hdfs tagged(NameNode nameNode, String tag) {
        return tagged(nameNode, tag, Map.of());
    }

    /** The same with settings of its own. */
    public static Hdfs tagged(NameNode nameNode, String tag, Map<String, String> settings) {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.task.attempt.id", tag);
        configuration.set("dfs.replication", "1");
        configuration.set("dfs.blocksize", Integer.toString(BLOCK_BYTES));
        // What a writer has sent is then soon on the other side: it can be counted where it is written.
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

    /** The same with a pause before every {@value #CHUNK} bytes: by a client that has not more to give, so that its DataNode waits for it. */
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
            // Closing it throws the same exception object again, which cannot be suppressed by itself.
            IOUtils.closeStream(out);
            throw failed;
        }
        out.close();
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Writes a file anew. */
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

    /** Deletes a file, or a folder with all that is in it; nothing if there is none. */
    public void delete(String path) throws IOException {
        files.delete(new Path(path), true);
    }

    public FSDataInputStream open(String path) throws IOException {
        return files.open(new Path(path));
    }

    /**
     * Waits for at most a minute until a file can be read: after its DataNode was started again.
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

    /** The ids of a file's blocks, in their order: a DataNode keeps each in a file named after it. */
    public List<Long> blocks(String path) throws IOException {
        return files.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks().stream()
                .map(located -> located.getBlock().getBlockId())
                .toList();
    }

    /** The storage types of all replicas of a file's blocks, such as {@code DISK}; each once. */
    public Set<String> storageTypes(String path) throws IOException {
        Set<String> types = new TreeSet<>();
        for (BlockLocation block : files.getFileBlockLocations(new Path(path), 0, Long.MAX_VALUE)) {
            for (StorageType type : block.getStorageTypes()) {
                types.add(type.name());
            }
        }
        return types;
    }

    /** The name of the storage policy that holds for a file or folder. */
    public String storagePolicy(String path) throws IOException {
        return files.getStoragePolicy(new Path(path)).getName();
    }

    /** What files below a folder may take of a storage type, in bytes; -1 for no bound. */
    public long quota(String folder, String storageType) throws IOException {
        return files.getQuotaUsage(new Path(folder)).getTypeQuota(StorageType.valueOf(storageType));
    }

    /** What they take of it as HDFS counts it, by their storage policies. */
    public long counted(String folder, String storageType) throws IOException {
        return files.getQuotaUsage(new Path(folder)).getTypeConsumed(StorageType.valueOf(storageType));
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

    /** Makes a folder, and those above it. */
    public void folder(String path) throws IOException {
        files.mkdirs(new Path(path));
    }

    /** From now on there are to be so many replicas of a file. */
    public void replicas(String path, int count) throws IOException {
        files.setReplication(new Path(path), (short) count);
    }

    /**
     * Makes a folder whose files lie on disks of one kind: {@code HOT} for DISK, {@code ALL_SSD} for SSD, {@code COLD} for ARCHIVE. Where each
     * DataNode has another kind, that says on which of them a file is.
     */
    public void folder(String path, String storagePolicy) throws IOException {
        files.mkdirs(new Path(path));
        files.setStoragePolicy(new Path(path), storagePolicy);
    }

    /** Takes a file from whoever writes it; says whether that is done. */
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
