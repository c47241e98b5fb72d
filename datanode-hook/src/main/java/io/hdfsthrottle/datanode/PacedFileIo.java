package io.hdfsthrottle.datanode;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.io.nativeio.NativeIOException;
import org.apache.hadoop.net.SocketOutputStream;

/** Stands where a DataNode's way to its files stood, and tells the gate before data is read. */
final class PacedFileIo extends FileIoProvider {

    private final PieceGate gate;

    PacedFileIo(Configuration configuration, DataNode dataNode, PieceGate gate) {
        super(configuration, dataNode);
        this.gate = gate;
    }

    @Override
    public void posixFadvise(
            FsVolumeSpi volume, String identifier, FileDescriptor file, long offset, long length, int flags)
            throws NativeIOException {
        if (flags == NativeIO.POSIX.POSIX_FADV_SEQUENTIAL) {
            gate.longRead();
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
        gate.beforeRead(position, count);
        super.transferToSocketFully(volume, socket, file, position, count, waitTime, transferTime);
    }
}
