package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.disk.ColdFile;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;

/**
 * Thousands of minimal readers, each only a socket: each requests a block from a DataNode, as HDFS's own client does
 * ({@code Sender.readBlock}), and receives it at full speed. One thread serves them all. Each begins at its own
 * position, and what it received is dropped from the page cache behind it, so that the stream before it reads it from
 * the disk, with the hook and without it.
 */
public final class Crowd implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    /** Their file would be one more open file per stream, and 20,000 is a common limit of a process. */
    private static final boolean WITH_CHECKSUMS = false;

    /** The bytes of a stream that are dropped from the page cache at once. */
    private static final long DROPPED_BYTES = 256 << 10;

    /** No stream begins in the last part of a block, so none reaches its end while it is measured. */
    private static final double FIRST_PART = 0.9;

    private final Selector selector = Selector.open();
    private final LongAdder bytes = new LongAdder();
    private final AtomicInteger open = new AtomicInteger();
    private final Worker worker;

    /** A stream's position in its file; used by the serving thread. */
    private static final class Place {

        private final ColdFile file;
        private long at;
        private long dropped;

        Place(ColdFile file, long at) {
            this.file = file;
            this.at = at;
            this.dropped = at;
        }

        /** So many more bytes arrived; the protocol's own, some in 65,536, are counted with them. */
        void came(int bytes) throws IOException {
            at += bytes;
            if (at - dropped >= DROPPED_BYTES) {
                file.drop(dropped, at);
                dropped = at;
            }
        }
    }

    /** A block, and the file that it belongs to. */
    record Part(ColdFile file, LocatedBlock block) {}

    private Crowd() throws IOException {
        // From the first stream on: a transfer thread whose client receives nothing waits with a selector, three more
        // open files.
        worker = Worker.start("crowd", this::serve);
    }

    /** Opens so many streams at a DataNode, one after another, spread evenly over the blocks. */
    static Crowd open(InetSocketAddress dataNode, String clientName, List<Part> parts, int count) throws IOException {
        Crowd crowd = new Crowd();
        for (int i = 0; i < count; i++) {
            Part part = parts.get(i % parts.size());
            LocatedBlock block = part.block();
            long from = (long) ((double) i / count * FIRST_PART * block.getBlockSize());
            SocketChannel stream = SocketChannel.open(dataNode);
            stream.write(request(clientName, block, from));
            stream.configureBlocking(false);
            crowd.open.incrementAndGet();
            Place place = new Place(part.file(), block.getStartOffset() + from);
            stream.register(crowd.selector, SelectionKey.OP_READ, place);
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

    private void serve(BooleanSupplier running) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        while (running.getAsBoolean()) {
            selector.select(key -> take(key, buffer));
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
        worker.end();
        selector.wakeup();
        worker.close();
        selector.keys().forEach(Crowd::quit);
        selector.close();
    }
}
