package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * One disk of a DataNode, with a cold file of each tenant on it and a client of each tenant that uses this disk only.
 */
public final class LoadedDisk {

    private static final int CACHED_BYTES = 256 << 20;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int WRITTEN_BYTES = 256 << 20;
    private static final long WHILE_FILLING = 1L << 30;

    private final int number;
    private final double rate;
    private final SlowDisk disk;
    private final List<Hdfs> clients;
    private final int fileBytes;
    private final List<ColdFile> cold = new ArrayList<>();

    LoadedDisk(int number, double rate, SlowDisk disk, List<Hdfs> clients, int fileBytes) {
        this.number = number;
        this.rate = rate;
        this.disk = disk;
        this.clients = List.copyOf(clients);
        this.fileBytes = fileBytes;
    }

    /** Writes the tenants' files, as fast as the disk can. */
    void fill(DiskKind kind) throws IOException {
        if (kind != DiskKind.STEADY) {
            disk.rate(WHILE_FILLING);
        }
        IntStream.range(0, clients.size()).parallel().forEach(this::write);
        disk.flush();
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            cold.add(ColdFile.on(disk.mount(), clients.get(tenant), file(tenant)));
        }
        if (kind != DiskKind.STEADY) {
            speed(1);
        }
    }

    private void write(int tenant) {
        try {
            clients.get(tenant).write(file(tenant), fileBytes, tenant);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void awaitReadable() {
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            clients.get(tenant).awaitReadable(file(tenant));
        }
    }

    String file(int tenant) {
        return "/file-" + number + "-" + tenant;
    }

    private String cached(int tenant) {
        return "/cached-" + number + "-" + tenant;
    }

    List<Crowd.Part> parts(int tenant) throws IOException {
        try (FSDataInputStream in = clients.get(tenant).open(file(tenant))) {
            return ((HdfsDataInputStream) in)
                    .getAllBlocks().stream()
                            .map(block -> new Crowd.Part(cold.get(tenant), block))
                            .toList();
        }
    }

    public int number() {
        return number;
    }

    /** Its rate in bytes a second. */
    public double rate() {
        return rate;
    }

    public SlowDisk disk() {
        return disk;
    }

    /** Writes a file of the tenant that stays in the page cache unless it is dropped. */
    public void cache(int tenant) throws IOException {
        clients.get(tenant).write(cached(tenant), CACHED_BYTES, tenant);
    }

    /** Reads that file once, so that it is in the page cache again. */
    public void warm(int tenant) throws IOException {
        clients.get(tenant).read(cached(tenant));
    }

    /** Starts one thread of the tenant that reads its file in objects of that size, one request each. */
    public ObjectReader objects(int tenant, int size) {
        return new ObjectReader(clients.get(tenant), file(tenant), fileBytes, size, cold.get(tenant));
    }

    /** Starts so many threads of the tenant, each on its own part of its file. */
    public Streams reading(int tenant, int threads) {
        return reading(tenant, clients.get(tenant), threads);
    }

    /** The same with another client than the tenant's own. */
    public Streams reading(int tenant, Hdfs client, int threads) {
        return Streams.readingParts(client, file(tenant), threads, fileBytes, cold.get(tenant));
    }

    /**
     * Reads a piece of the tenant's file once, on the calling thread, and drops it behind; both ends are at block
     * boundaries, otherwise data that a DataNode has sent ahead is discarded.
     */
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

    /** Starts one thread of the tenant that limits itself to that rate. */
    public Streams readingSlowly(int tenant, double bytesPerSecond) {
        return Streams.readingSlowly(clients.get(tenant), file(tenant), bytesPerSecond, cold.get(tenant));
    }

    /** Starts one thread of the tenant that reads pieces of that size at random positions in its file. */
    public Streams readingAnywhere(int tenant, int size) {
        Streams.Behind around = cold.get(tenant).around();
        return Streams.readingAnywhere(clients.get(tenant), file(tenant), fileBytes, size, around);
    }

    /** Starts one thread of the tenant that reads the file in the page cache, at most at that rate. */
    public Streams readingCached(int tenant, double bytesPerSecond) {
        return Streams.readingSlowly(clients.get(tenant), cached(tenant), bytesPerSecond, Streams.Behind.LEFT);
    }

    /** Starts one thread of the tenant that requests so many pieces of that size each second. */
    public Requests asking(int tenant, int bytes, double perSecond) {
        return new Requests(clients.get(tenant), file(tenant), fileBytes, bytes, perSecond, cold.get(tenant));
    }

    /** Starts so many threads of the tenant, each of which repeatedly writes its own file. */
    public Streams writing(int tenant, int threads) {
        return Streams.writing(clients.get(tenant), "/written-" + number + "-" + tenant, threads, WRITTEN_BYTES);
    }

    /** Sets the disk's speed as a fraction of its rate; not for the steady kind. */
    public void speed(double part) throws IOException {
        disk.rate((long) (part * rate));
    }

    /** The bytes read from it and written to it so far. */
    public long bytesMoved() {
        return disk.bytesMoved();
    }

    /** The milliseconds during which it was busy so far. */
    public long busyMillis() {
        return disk.busyMillis();
    }
}
