package io.hdfsthrottle.datanode.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.datanode.StoppedDataNode;
import io.hdfsthrottle.datanode.transfer.PieceGate;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.net.SocketOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files sent to a real socket, as a DataNode sends them. */
final class PacedFileIoTest {

    private static final int PACKET = 65_536;
    private static final int TIMEOUT_MILLIS = 10_000;

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();
    private final byte[] content = new byte[2 * PACKET + 100];
    private ServerSocketChannel server;
    private SocketChannel client;
    private SocketChannel accepted;
    private FileInputStream file;

    @BeforeEach
    void begin() throws IOException {
        new Random(7).nextBytes(content);
        Path path = folder.resolve("blk_7");
        Files.write(path, content);
        file = new FileInputStream(path.toFile());
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(server.getLocalAddress());
        accepted = server.accept();
    }

    @AfterEach
    void end() throws IOException {
        file.close();
        accepted.close();
        client.close();
        server.close();
    }

    /** Records its calls and the bytes that have arrived at the client by then. */
    private final class Noting implements PieceGate {
        @Override
        public void longRead() {
            told.add("long");
        }

        @Override
        public void beforeRead(long position, int count) {
            try {
                told.add(position + " " + count + " "
                        + client.socket().getInputStream().available());
            } catch (IOException closed) {
                throw new AssertionError(closed);
            }
        }
    }

    private static final PieceGate BROKEN = new PieceGate() {
        @Override
        public void longRead() {
            throw new OutOfMemoryError("on purpose");
        }

        @Override
        public void beforeRead(long position, int count) {
            throw new NoClassDefFoundError("on purpose");
        }
    };

    private static PacedFileIo paced(PieceGate gate) throws ReflectiveOperationException {
        DataNode dataNode = StoppedDataNode.with(Map.of());
        PacedFileIo paced = new PacedFileIo(dataNode.getConf(), dataNode, dataNode.getFileIoProvider(), gate);
        paced.adopt();
        return paced;
    }

    private byte[] sent(FileIoProvider files) throws IOException {
        try (SocketOutputStream out = new SocketOutputStream(accepted, TIMEOUT_MILLIS)) {
            byte[] received = new byte[content.length];
            DataInputStream in = new DataInputStream(client.socket().getInputStream());
            for (int position = 0; position < content.length; position += PACKET) {
                int count = Math.min(PACKET, content.length - position);
                files.transferToSocketFully(
                        null, out, file.getChannel(), position, count, new LongWritable(), new LongWritable());
                in.readFully(received, position, count);
            }
            return received;
        }
    }

    @Test
    void gate_isToldOfEveryPacketBeforeItsFirstByteIsSent() throws Exception {
        assertThat(sent(paced(new Noting()))).isEqualTo(content);
        assertThat(told).containsExactly("0 65536 0", "65536 65536 0", "131072 100 0");
    }

    @Test
    void adviceForTheWholeFile_isALongRead_andThatToDropPagesIsNot() throws Exception {
        PacedFileIo paced = paced(new Noting());
        paced.posixFadvise(null, "blk_7", file.getFD(), 0, 0, NativeIO.POSIX.POSIX_FADV_SEQUENTIAL);
        assertThat(told).containsExactly("long");
        paced.posixFadvise(null, "blk_7", file.getFD(), 0, PACKET, NativeIO.POSIX.POSIX_FADV_DONTNEED);
        assertThat(told).hasSize(1);
    }

    @Test
    void gateThatFails_isNoAffairOfTheTransfer() throws Exception {
        PacedFileIo paced = paced(BROKEN);
        paced.posixFadvise(null, "blk_7", file.getFD(), 0, 0, NativeIO.POSIX.POSIX_FADV_SEQUENTIAL);
        assertThat(sent(paced)).isEqualTo(content);
    }

    @Test
    void gateThatWasLeft_isToldNothingMore() throws Exception {
        PacedFileIo paced = paced(new Noting());
        paced.stop();
        paced.posixFadvise(null, "blk_7", file.getFD(), 0, 0, NativeIO.POSIX.POSIX_FADV_SEQUENTIAL);
        assertThat(sent(paced)).isEqualTo(content);
        assertThat(told).isEmpty();
    }

    @Test
    void readThatFails_failsAsItDidBefore() throws Exception {
        PacedFileIo paced = paced(new Noting());
        file.close();
        assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> sent(paced));
    }

    @Test
    void methodsThatAreOverridden_areThoseOfThisHadoop() {
        assertThat(PacedFileIo.isCalled().isDone()).isTrue();
    }
}
