package io.hdfsthrottle.bench.load;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;

/**
 * Thousands of minimal readers, each only a socket: each requests a block from a DataNode, as HDFS's own client does
 * ({@code Sender.readBlock}), and receives it at full speed. One thread serves them all.
 */
public final class Crowd implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    /** Their file would be one more open file per stream, and 20,000 is a common limit of a process. */
    private static final boolean WITH_CHECKSUMS = false;

    private static final long PATIENCE_MILLIS = 10_000;

    /** The bytes of a stream that are dropped from the page cache at once. */
    private static final long DROPPED_BYTES = 256 << 10;

    /** No stream begins in the last part of a block, so none reaches its end while it is measured. */
    private static final double FIRST_PART = 0.9;

    private final Selector selector;
    private final LongAdder bytes = new LongAdder();
    private final Thread thread = new Thread(this::serve, "crowd");
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean closed;

    /** Drops a stream's block behind it: another stream comes there later. */
    @FunctionalInterface
    interface Behind {

        /** These bytes of that file, from and to, are not needed any more. */
        void drop(int file, long from, long to) throws IOException;
    }

    /** A stream's position in its file; used by the serving thread. */
    private static final class Place {
        private final Behind behind;
        private final int file;
        private long at;
        private long dropped;

        Place(Behind behind, int file, long at) {
            this.behind = behind;
            this.file = file;
            this.at = at;
            this.dropped = at;
        }

        /** So many more bytes arrived; the protocol's own, some in 65,536, are counted with them. */
        void came(int bytes) throws IOException {
            at += bytes;
            if (at - dropped >= DROPPED_BYTES) {
                behind.drop(file, dropped, at);
                dropped = at;
            }
        }
    }

    /** A block, and the file of the crowd that it belongs to. */
    record Part(int file, LocatedBlock block) {}

    private Crowd() throws IOException {
        selector = Selector.open();
        thread.setDaemon(true);
    }

    /** Opens so many streams at a DataNode, one after another, spread evenly over the blocks. */
    static Crowd open(InetSocketAddress dataNode, String clientName, List<Part> parts, int count, Behind behind)
            throws IOException {
        Crowd crowd = new Crowd();
        // From the first on: a transfer thread whose client receives nothing waits with a selector, three more open
        // files.
        crowd.thread.start();
        for (int i = 0; i < count; i++) {
            Part part = parts.get(i % parts.size());
            LocatedBlock block = part.block();
            double place = (double) i / count * FIRST_PART;
            long from = (long) (place * block.getBlockSize());
            SocketChannel stream = SocketChannel.open(dataNode);
            stream.write(request(clientName, block, from));
            stream.configureBlocking(false);
            crowd.open.incrementAndGet();
            Place at = new Place(behind, part.file(), block.getStartOffset() + from);
            stream.register(crowd.selector, SelectionKey.OP_READ, at);
            crowd.selector.wakeup(); // a select that already waits would not include this stream
        }
        return crowd;
    }

    private static ByteBuffer request(String clientName, LocatedBlock block, long from) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        new Sender(new DataOutputStream(request))
                .readBlock(
                        block.getBlock(),
                        block.getBlockToken(),
                        clientName,
                        from,
                        block.getBlockSize() - from,
                        WITH_CHECKSUMS,
                        CachingStrategy.newDefaultStrategy());
        return ByteBuffer.wrap(request.toByteArray());
    }

    private void serve() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try {
            while (!closed) {
                selector.select(key -> take(key, buffer));
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void take(SelectionKey key, ByteBuffer buffer) {
        try {
            int read = ((SocketChannel) key.channel()).read(buffer.clear());
            if (read >= 0) {
                bytes.add(read);
                ((Place) key.attachment()).came(read);
                return;
            }
        } catch (IOException cutOff) {
            // ended by the DataNode, as at the end of the stream
        }
        open.decrementAndGet();
        quit(key);
    }

    private static void quit(SelectionKey key) {
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException gone) {
            // it is to be closed anyway
        }
    }

    /** The bytes that they all received so far. */
    public long bytes() {
        return bytes.sum();
    }

    /** The number of streams that the DataNode has neither refused nor ended. */
    public int streams() {
        return open.get();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        selector.keys().forEach(Crowd::quit);
        selector.close();
    }
}
