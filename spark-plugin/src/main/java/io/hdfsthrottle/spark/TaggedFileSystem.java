package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.spark.appointment.TaskAppointments;
import io.hdfsthrottle.spark.part.DistinguishedParts;
import io.hdfsthrottle.spark.part.PartFiles;
import io.hdfsthrottle.spark.replica.ClientField;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's HDFS file system with a client that is named after the application:
 * {@code DFSClient_<tag>_<random>_<thread>}.
 *
 * <p>DataNodes get the client's name with every operation, and the only part of it that a client may choose is the
 * MapReduce attempt's id. Spark sets that id anew for every task, so it is replaced where the client is created, in a
 * copy of the configuration. Without a well-formed tag this is exactly {@link DistributedFileSystem}. Hadoop creates
 * instances by reflection, from the class's name in {@code fs.hdfs.impl}. If the stamp says so, its readers choose
 * replicas by entitlement; and streams that tasks open belong to a client that is also named after their pool or task:
 * behind the tag there is a {@link io.hdfsthrottle.part.Part}.
 */
public final class TaggedFileSystem extends DistributedFileSystem {

    /** The key from which {@code DFSClient} takes the free part of its name. */
    static final String CLIENT_NAME_KEY = "mapreduce.task.attempt.id";

    /**
     * One file system per part of the application; null where this is the only one in the process, or is itself for one
     * part.
     */
    private PartFiles<DistributedFileSystem> parts;

    /** Called by Hadoop; the overload scheme of ViewFs requires a public constructor. */
    public TaggedFileSystem() {}

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        DistinguishedParts told = DistinguishedParts.parse(conf.get(HdfsStamp.PARTS_KEY));
        initialize(uri, conf, PartFiles.ofProcess(told));
        if (getConf() != conf && !told.isNothing()) {
            UserGroupInformation user = UserGroupInformation.getCurrentUser();
            parts = PartFiles.of(told, part -> ofPart(uri, conf, part.toString(), user));
        }
    }

    private void initialize(URI uri, Configuration conf, String part) throws IOException {
        Configuration own = tagged(conf, part);
        super.initialize(uri, own);
        boolean chooses = ThrottleSettings.BY_ENTITLEMENT.equals(own.get(HdfsStamp.REPLICAS_KEY));
        if (own != conf && chooses) {
            boolean unused = ClientField.take(this, uri, own, statistics);
        }
    }

    private static DistributedFileSystem ofPart(URI uri, Configuration conf, String part, UserGroupInformation user)
            throws IOException {
        TaggedFileSystem files = new TaggedFileSystem();
        try {
            user.doAs((PrivilegedExceptionAction<Void>) () -> {
                files.initialize(uri, conf, part);
                return null;
            });
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while an HDFS client was made", interrupted);
        }
        return files;
    }

    /** A copy with the client's name, if there is a tag for it; else the same object. */
    static Configuration tagged(Configuration conf, String part) {
        Optional<AppTag> tag = Optional.ofNullable(conf.get(HdfsStamp.TAG_KEY)).flatMap(AppTag::parse);
        if (tag.isEmpty()) {
            return conf;
        }
        Configuration own = new Configuration(conf);
        own.set(CLIENT_NAME_KEY, tag.get() + part);
        PacedReads.prepare(own);
        return own;
    }

    /** The file system with which the calling thread opens streams. */
    private DistributedFileSystem ofThread() {
        return parts == null ? this : parts.ofThread(this);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        DistributedFileSystem files = ofThread();
        if (files != this) {
            return files.open(fixRelativePart(path), bufferSize);
        }
        FSDataInputStream in = super.open(path, bufferSize);
        TaskAppointments.opened(() -> ((HdfsDataInputStream) in).getVisibleLength());
        return in;
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        DistributedFileSystem files = ofThread();
        return files == this
                ? super.create(path, permission, flags, bufferSize, replication, blockSize, progress, checksum)
                : files.create(
                        fixRelativePart(path),
                        permission,
                        flags,
                        bufferSize,
                        replication,
                        blockSize,
                        progress,
                        checksum);
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        DistributedFileSystem files = ofThread();
        return files == this
                ? super.createNonRecursive(path, permission, flags, bufferSize, replication, blockSize, progress)
                : files.createNonRecursive(
                        fixRelativePart(path), permission, flags, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FSDataOutputStream append(Path path, EnumSet<CreateFlag> flags, int bufferSize, Progressable progress)
            throws IOException {
        DistributedFileSystem files = ofThread();
        return files == this
                ? super.append(path, flags, bufferSize, progress)
                : files.append(fixRelativePart(path), flags, bufferSize, progress);
    }

    @Override
    public HdfsDataOutputStreamBuilder createFile(Path path) {
        DistributedFileSystem files = ofThread();
        return files == this ? super.createFile(path) : files.createFile(fixRelativePart(path));
    }

    @Override
    public HdfsDataOutputStreamBuilder appendFile(Path path) {
        DistributedFileSystem files = ofThread();
        return files == this ? super.appendFile(path) : files.appendFile(fixRelativePart(path));
    }

    @Override
    public void close() throws IOException {
        try {
            if (parts != null) {
                parts.close();
            }
        } finally {
            super.close();
        }
    }
}
