package io.hdfsthrottle.testkit.hdfs;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.security.DigestInputStream;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;

/** A real HDFS client with its own client name: its writes are seeded, its reads are checked. */
public final class Hdfs implements AutoCloseable {

    /** The block size of files that these clients write. */
    public static final int BLOCK_BYTES = 32 << 20;

    /** Settings of a client that asks first after 25 ms, not after 400, whether the last block of a file is stored. */
    public static final Map<String, String> CLOSING_SOON = Map.of(
            "dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "25",
            "dfs.client.block.write.locateFollowingBlock.retries", "10");

    private static final int CHUNK = 1 << 17;

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
        return new Hdfs((DistributedFileSystem)
                Uncheck.get(() -> FileSystem.newInstance(URI.create(nameNode.fileSystem()), configuration)));
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

    public OutputStream create(String path) throws IOException {
        return files.create(new Path(path), true);
    }

    public String read(String path) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(open(path), digest)) {
            IOUtils.copyBytes(in, OutputStream.nullOutputStream(), CHUNK);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    public void delete(String path) throws IOException {
        files.delete(new Path(path), true);
    }

    public FSDataInputStream open(String path) throws IOException {
        return files.open(new Path(path));
    }

    /** Waits for at most a minute until a file can be read, after its DataNode was restarted. */
    public void awaitReadable(String path) {
        await("reading " + path)
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(200))
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

    public Set<String> storageTypes(String path) throws IOException {
        return Stream.of(files.getFileBlockLocations(new Path(path), 0, Long.MAX_VALUE))
                .flatMap(block -> Stream.of(block.getStorageTypes()))
                .map(StorageType::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public String storagePolicy(String path) throws IOException {
        return files.getStoragePolicy(new Path(path)).getName();
    }

    /** The quotas for files below a folder, and their use as HDFS counts it, by their storage policies. */
    public QuotaUsage usage(String folder) throws IOException {
        return files.getQuotaUsage(new Path(folder));
    }

    public long stored(String folder) throws IOException {
        return files.getContentSummary(new Path(folder)).getLength();
    }

    public Set<String> files(String folder) throws IOException {
        Set<String> paths = new TreeSet<>();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(new Path(folder), true);
        while (all.hasNext()) {
            paths.add(all.next().getPath().toUri().getPath());
        }
        return paths;
    }

    public void folder(String path) throws IOException {
        files.mkdirs(new Path(path));
    }

    public void replicas(String path, int count) throws IOException {
        files.setReplication(new Path(path), (short) count);
    }

    /** Creates a folder of that policy: {@code HOT} for DISK, {@code ALL_SSD} for SSD, {@code COLD} for ARCHIVE. */
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
