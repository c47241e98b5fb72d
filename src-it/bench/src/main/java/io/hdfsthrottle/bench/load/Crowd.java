package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.disk.ColdFile;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.net.NetUtils;

/**
 * Thousands of minimal readers, each only a socket, which request a block from a DataNode as HDFS's own client does and
 * receive it at full speed on one thread. Each begins at its own position, and what it received is dropped from the
 * page cache, so that the stream before it reads it from the disk, with the hook and without it.
 */
public final class Crowd implements AutoCloseable {

    private final Selector selector = Selector.open();
    private final LongAdder bytes = new LongAdder();
    private final AtomicInteger open = new AtomicInteger();
    private final Worker worker;

    record Part(ColdFile file, LocatedBlock block) {}

    /** A stream's position in its file; used by the serving thread. */
    private static final class Place {

        private final ColdFile file;
        private long at;
        private long dropped;

        Place(ColdFile file, long at) {
            this.file = file;
            this.at = at;
            dropped = at;
        }

        /** So many more bytes arrived; the protocol's own, some in 65,536, are counted with them. */
        void came(int bytes) throws IOException {
            at += bytes;
            if (at - dropped >= 256 << 10) {
                file.drop(dropped, at);
                dropped = at;
            }
        }
    }

    private Crowd() throws IOException {
        // At once: a transfer thread whose client receives nothing waits with a selector, three more open files.
        worker = Worker.start("crowd", running -> {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
            while (running.getAsBoolean()) {
                selector.select(key -> take(key, buffer));
            }
        });
    }

    /** Opens so many streams at a DataNode, one after another, spread evenly over the blocks. */
    static Crowd open(String dataNode, String clientName, List<Part> parts, int count) throws IOException {
        Crowd crowd = new Crowd();
        for (int i = 0; i < count; i++) {
            Part part = parts.get(i % parts.size());
            LocatedBlock block = part.block();
            // None begins in a block's last part, so none reaches its end while it is measured.
            long from = (long) (0.9 * i / count * block.getBlockSize());
            long length = block.getBlockSize() - from;
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            Sender sender = new Sender(new DataOutputStream(request));
            // Checksums would be one more open file per stream, and 20,000 is a common limit of a process.
            CachingStrategy usual = CachingStrategy.newDefaultStrategy();
            sender.readBlock(block.getBlock(), block.getBlockToken(), clientName, from, length, false, usual);
            SocketChannel stream = SocketChannel.open(NetUtils.createSocketAddr(dataNode));
            stream.write(ByteBuffer.wrap(request.toByteArray()));
            stream.configureBlocking(false);
            crowd.open.incrementAndGet();
            Place place = new Place(part.file(), block.getStartOffset() + from);
            stream.register(crowd.selector, SelectionKey.OP_READ, place);
            crowd.selector.wakeup(); // a select that already waits would not include this stream
        }
        return crowd;
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
        IOUtils.closeStream(key.channel());
    }

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
