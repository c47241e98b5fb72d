package io.hdfsthrottle.datanode;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.datanode.field.FileIoField;
import io.hdfsthrottle.datanode.field.ReadaheadPoolField;
import io.hdfsthrottle.datanode.field.ThrottlerField;
import io.hdfsthrottle.datanode.field.TransferPoolField;
import io.hdfsthrottle.datanode.host.HadoopBlockFiles;
import io.hdfsthrottle.datanode.host.PipelineEnd;
import io.hdfsthrottle.datanode.host.TransferServers;
import io.hdfsthrottle.datanode.host.TransferThreads;
import io.hdfsthrottle.datanode.transfer.BlockVolumes;
import io.hdfsthrottle.datanode.transfer.PieceGate;
import io.hdfsthrottle.datanode.transfer.ThreadNames;
import io.hdfsthrottle.datanode.transfer.TransferName;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.TaskIo;
import io.hdfsthrottle.kernel.Threads;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.util.ServicePlugin;

/**
 * Takes the fields of a real DataNode with a gate that only records its calls: one line for each capability,
 * {@code long}, or {@code read <file> <position> <count>}.
 */
public final class RecordingPlugin implements ServicePlugin {

    /** The setting that names the file. */
    private static final String RECORD = "hdfs-throttle-test.record";

    private static final Path PROC = Path.of("/proc");
    private static final int AHEAD = 1 << 20;

    private Path record;

    @Override
    public void start(Object service) {
        DataNode dataNode = (DataNode) service;
        record = Path.of(dataNode.getConf().get(RECORD));
        BlockVolumes volumes = new BlockVolumes(dataNode);
        PieceGate gate = new PieceGate() {
            @Override
            public void longRead() {
                write("long");
            }

            @Override
            public void beforeRead(long position, int count) {
                TransferName name = TransferName.parse(Thread.currentThread().getName());
                write("read " + volumes.file(name).orElse(null) + " " + position + " " + count);
            }
        };
        write("files " + new FileIoField(dataNode).take(gate));
        write("readahead " + new ReadaheadPoolField(dataNode).take());
        write("pool " + new TransferPoolField(dataNode).take());
        write("names " + ThreadNames.known(DataNode.class));
        try {
            TransferServers servers = TransferServers.of(dataNode);
            write("servers " + servers.domainSocket());
            write("lendable " + TransferThreads.of(dataNode.getConf(), servers).lendable());
            write("throttlers " + ThrottlerField.of(servers).size());
            PipelineEnd unused = PipelineEnd.find();
        } catch (ReflectiveOperationException missing) {
            write("servers " + missing);
        }
        Outcome library = new HadoopBlockFiles().probe(record.getParent());
        write("library " + library);
        if (library.isDone()) {
            write("ahead " + readAhead(record.resolveSibling("ahead")));
        }
    }

    /** How many bytes of a cold file the device read for this thread when the library was told to read them ahead. */
    private static long readAhead(Path file) {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
                TaskIo taskIo = new TaskIo(PROC, ProcessLimits.read(PROC, Path.of("/sys/fs/cgroup")));
                BlockFile block = new HadoopBlockFiles().open(file).orElseThrow()) {
            out.write(new byte[AHEAD]);
            out.getFD().sync();
            NativeIO.POSIX
                    .getCacheManipulator()
                    .posixFadviseIfPossible("cold", out.getFD(), 0, 0, NativeIO.POSIX.POSIX_FADV_DONTNEED);
            TaskIo.Reads reads = taskIo.ofThisThread(new Threads(PROC).current());
            long before = reads.bytes();
            boolean done = block.readAhead(0, AHEAD) && block.awaitRead(AHEAD - 1);
            return done ? reads.bytes() - before : -1;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private synchronized void write(String line) {
        try {
            Files.writeString(record, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
}
