package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.commons.io.function.Uncheck;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** One disk of a DataNode, of a rate in bytes a second, with a cold file of each tenant and a client for it. */
public record LoadedDisk(
        int number, double rate, SlowDisk disk, List<Hdfs> clients, List<Integer> fileBytes, List<ColdFile> cold) {

    public static final int CHUNK_BYTES = 1 << 20; // what a thread reads at once, of small objects, too
    private static final int RANDOM_PIECE_BYTES = 64 << 10;
    private static final int STREAMED_PIECE_BYTES = 64 << 10;
    private static final int SMALL_FILE_BYTES = 256 << 20;
    private static final long READ_AHEAD = 8 << 20; // the most that the kernel may have read beyond a piece

    /** Writes the tenants' files, as fast as the disk can. */
    public void fill(DiskKind kind) throws IOException {
        if (kind != DiskKind.STEADY) {
            disk.rate(1L << 30);
        }
        IntStream.range(0, clients.size())
                .parallel()
                .forEach(tenant ->
                        Uncheck.get(() -> clients.get(tenant).write(file(tenant), fileBytes.get(tenant), tenant)));
        disk.flush();
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            cold.add(ColdFile.on(disk.mount(), clients.get(tenant), file(tenant)));
        }
        if (kind != DiskKind.STEADY) {
            speed(1);
        }
    }

    public void awaitReadable() {
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            clients.get(tenant).awaitReadable(file(tenant));
        }
    }

    public String folder() {
        return "/disk-" + number;
    }

    String file(int tenant) {
        return folder() + "/file-" + tenant;
    }

    private String cached(int tenant) {
        return folder() + "/cached-" + tenant;
    }

    List<Crowd.Part> parts(int tenant) throws IOException {
        try (FSDataInputStream in = clients.get(tenant).open(file(tenant))) {
            List<LocatedBlock> blocks = ((HdfsDataInputStream) in).getAllBlocks();
            return blocks.stream()
                    .map(block -> new Crowd.Part(cold.get(tenant), block))
                    .toList();
        }
    }

    /** Writes a file of the tenant that stays in the page cache unless it is dropped. */
    public void cache(int tenant) throws IOException {
        clients.get(tenant).write(cached(tenant), SMALL_FILE_BYTES, tenant);
    }

    /** Reads that file once, so that it is in the page cache again. */
    public void warm(int tenant) throws IOException {
        clients.get(tenant).read(cached(tenant));
    }

    /**
     * Starts one thread of the tenant that reads the objects of its file in order, repeatedly: large ones with one
     * request each, small ones from a stream, since a request for each would keep the thread busier than the disk. It
     * drops some way behind: the kernel reads ahead for a reader that has the previous pages in memory.
     */
    public Requests objects(int tenant, int size) throws IOException {
        FSDataInputStream in = clients.get(tenant).open(file(tenant));
        byte[] object = new byte[size];
        int bytes = fileBytes.get(tenant);
        long step = Math.max(size, CHUNK_BYTES);
        Requests.Read read = number -> {
            long at = number * step % bytes;
            long end = at + step;
            if (size == step) {
                in.readFully(at, object);
            } else {
                in.seek(at);
                for (int i = 0; i < step / size; i++) {
                    in.readFully(object);
                }
            }
            long passed = end == bytes ? end : end - READ_AHEAD;
            if (passed > 0) {
                cold.get(tenant).passed(Math.max(at - 2 * READ_AHEAD, 0), passed);
            }
        };
        return new Requests(1, 0, read, in);
    }

    /**
     * Starts so many threads of that client of the tenant, each of which reads its own part of the file in order, again
     * and again, and counts the bytes: by a request for each piece of that size or, if it is 0, as a stream, which
     * requests whole blocks. With a rate, that of all together, they read a file that is in the page cache from then on.
     */
    public Requests inOrder(int tenant, Hdfs client, int threads, int size, double bytesPerSecond, LongAdder count)
            throws IOException {
        boolean isCold = bytesPerSecond == Double.POSITIVE_INFINITY;
        if (!isCold) {
            client.read(file(tenant));
        }
        List<FSDataInputStream> files = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            files.add(client.open(file(tenant)));
        }
        long blocks = fileBytes.get(tenant) / Hdfs.BLOCK_BYTES;
        byte[][] pieces = new byte[threads][size == 0 ? STREAMED_PIECE_BYTES : size];
        Requests.Read read = number -> {
            int thread = (int) (number % threads);
            byte[] piece = pieces[thread];
            long begin = blocks * thread / threads * Hdfs.BLOCK_BYTES;
            long end = blocks * (thread + 1) / threads * Hdfs.BLOCK_BYTES;
            long at = begin + number / threads * piece.length % (end - begin);
            if (size == 0) {
                files.get(thread).seek(at);
                files.get(thread).readFully(piece);
            } else {
                files.get(thread).readFully(at, piece);
            }
            count.add(piece.length);
            long next = at + piece.length;
            long passed = next == end ? end : next - READ_AHEAD; // as for objects, but of a part of the file
            if (isCold && passed > begin && passed % CHUNK_BYTES == 0) {
                cold.get(tenant).passed(Math.max(passed - 2 * READ_AHEAD, begin), passed);
            }
        };
        Closeable all = () -> files.forEach(file -> Uncheck.run(file::close));
        return new Requests(threads, pieces[0].length * threads / bytesPerSecond, read, all);
    }

    /** Starts so many threads of the tenant, each on its own part of its file. */
    public Streams reading(int tenant, int threads) {
        return reading(tenant, clients.get(tenant), threads);
    }

    public Streams reading(int tenant, Hdfs client, int threads) {
        return Streams.readingParts(client, file(tenant), threads, fileBytes.get(tenant), cold.get(tenant));
    }

    /** Starts one thread of the tenant that reads its file, at most at that rate. */
    public Streams readingSlowly(int tenant, double bytesPerSecond) {
        return readingSlowly(tenant, clients.get(tenant), bytesPerSecond);
    }

    public Streams readingSlowly(int tenant, Hdfs client, double bytesPerSecond) {
        return Streams.reading(client, file(tenant), 1, bytesPerSecond, cold.get(tenant));
    }

    /** Reads whole blocks of the tenant's file once, on the calling thread, and drops them behind. */
    public void readOnce(int tenant, long from, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (FSDataInputStream in = clients.get(tenant).open(file(tenant))) {
            in.seek(from);
            for (long at = from; at < from + bytes; at += CHUNK_BYTES) {
                in.readFully(chunk);
                cold.get(tenant).passed(at, at + CHUNK_BYTES);
            }
        }
    }

    /** Starts what the contender does; if it reads at random positions or slowly, with one thread. */
    public Streams start(int tenant, Contender contender) {
        Hdfs client = clients.get(tenant);
        int bytes = fileBytes.get(tenant);
        Streams.Behind around = cold.get(tenant).around();
        double wanted = contender.wanted().bytesPerSecond();
        return switch (contender.work()) {
            case READS -> contender.isSlow() ? readingSlowly(tenant, wanted) : reading(tenant, contender.threads());
            case READS_ANYWHERE -> Streams.readingAnywhere(client, file(tenant), bytes, RANDOM_PIECE_BYTES, around);
            case WRITES -> writing(tenant, contender.threads(), SMALL_FILE_BYTES);
        };
    }

    /** Starts so many threads of the tenant, each of which writes a file of that many bytes again and again. */
    public Streams writing(int tenant, int threads, long bytes) {
        return Streams.writing(clients.get(tenant), folder() + "/written-" + tenant, threads, bytes);
    }

    /** Starts one thread of the tenant that reads the file in the page cache, at most at that rate. */
    public Streams readingCached(int tenant, double bytesPerSecond) {
        return Streams.reading(clients.get(tenant), cached(tenant), 1, bytesPerSecond, Streams.Behind.LEFT);
    }

    /** Starts one thread of the tenant that requests so many pieces of that size each second, at random positions. */
    public Requests asking(int tenant, int bytes, double perSecond) throws IOException {
        FSDataInputStream in = clients.get(tenant).open(file(tenant));
        SplittableRandom random = new SplittableRandom(1);
        byte[] piece = new byte[bytes];
        Requests.Read read = number -> {
            long from = random.nextLong(fileBytes.get(tenant) / bytes) * bytes;
            in.readFully(from, piece);
            cold.get(tenant).passed(from, from + bytes + READ_AHEAD);
        };
        return new Requests(1, 1 / perSecond, read, in);
    }

    /** Sets the disk's speed as a fraction of its rate; not for the steady kind. */
    public void speed(double part) throws IOException {
        disk.rate((long) (part * rate));
    }

    public long bytesMoved() {
        return disk.bytesMoved();
    }
}
