package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.host.HostMethod;
import io.hdfsthrottle.datanode.transfer.PieceGate;
import io.hdfsthrottle.kernel.Outcome;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.io.nativeio.NativeIOException;
import org.apache.hadoop.net.SocketOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a DataNode's file I/O provider, and calls the gate before data is read; all else is unchanged. Thread-safe.
 *
 * <p>Transfer threads hold it for a whole operation and call it all the time: our code must not throw here.
 */
public final class PacedFileIo extends FileIoProvider {

    private static final Logger LOG = LoggerFactory.getLogger(PacedFileIo.class);

    private final FileIoProvider stock;
    private final AtomicBoolean failed = new AtomicBoolean();

    /** Null once the field was left: operations that began before continue without it. */
    private volatile PieceGate gate;

    /** Replaces that stock provider; {@link #adopt} has to follow. */
    PacedFileIo(Configuration configuration, DataNode dataNode, FileIoProvider stock, PieceGate gate) {
        super(configuration, dataNode);
        this.stock = stock;
        this.gate = gate;
    }

    /** The provider before ours. */
    FileIoProvider stock() {
        return stock;
    }

    /** Stops calling the gate. */
    void stop() {
        gate = null;
    }

    /**
     * Copies all fields of the stock provider's superclass: its profiler, which {@code dfsadmin -reconfig} changes, and
     * its fault injector, so that both are the same on every path to a file.
     */
    void adopt() throws ReflectiveOperationException {
        HostField.copyAll(FileIoProvider.class, stock, this);
    }

    /** Whether this Hadoop calls the methods overridden here: with another signature they would never be called. */
    static Outcome isCalled() {
        try {
            HostMethod.require(
                    FileIoProvider.class,
                    "transferToSocketFully",
                    FsVolumeSpi.class,
                    SocketOutputStream.class,
                    FileChannel.class,
                    long.class,
                    int.class,
                    LongWritable.class,
                    LongWritable.class);
            HostMethod.require(
                    FileIoProvider.class,
                    "posixFadvise",
                    FsVolumeSpi.class,
                    String.class,
                    FileDescriptor.class,
                    long.class,
                    long.class,
                    int.class);
            return Outcome.DONE;
        } catch (ReflectiveOperationException another) {
            return Outcome.failed("this Hadoop reads files in another way: " + another);
        }
    }

    /**
     * {@code BlockSender} advises the whole file, from 0 and for a length of 0, when it expects to read more than a few
     * packets. Without the native library all advice has the number -1, including that to drop pages, which is given
     * for a part of the file.
     */
    @Override
    public void posixFadvise(
            FsVolumeSpi volume, String identifier, FileDescriptor file, long offset, long length, int flags)
            throws NativeIOException {
        PieceGate told = gate;
        if (told != null && offset == 0 && length == 0 && flags == NativeIO.POSIX.POSIX_FADV_SEQUENTIAL) {
            try {
                told.longRead();
            } catch (Throwable error) {
                say(error);
            }
        }
        super.posixFadvise(volume, identifier, file, offset, length, flags);
    }

    @Override
    public void transferToSocketFully(
            FsVolumeSpi volume,
            SocketOutputStream socket,
            FileChannel file,
            long position,
            int count,
            LongWritable waitTime,
            LongWritable transferTime)
            throws IOException {
        PieceGate told = gate;
        if (told != null && count > 0) {
            try {
                told.beforeRead(position, count);
            } catch (Throwable error) {
                say(error);
            }
        }
        super.transferToSocketFully(volume, socket, file, position, count, waitTime, transferTime);
    }

    /** Logs once: the gate counts its own errors. Nothing is thrown, not even when there is no memory to log. */
    private void say(Throwable error) {
        try {
            if (failed.compareAndSet(false, true)) {
                LOG.error("hdfs-throttle failed before a read, which goes on; this is said once", error);
            }
        } catch (Throwable again) {
            return;
        }
    }
}
