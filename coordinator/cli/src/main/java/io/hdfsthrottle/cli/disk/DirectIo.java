package io.hdfsthrottle.cli.disk;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Uses a file with this JVM's own direct I/O ({@code ExtendedOpenOption.DIRECT}, that is O_DIRECT), past the page cache
 * where the file system can do that.
 */
final class DirectIo implements Prober {

    /** No device of today wants coarser alignment. */
    private static final int ALIGNMENT = 4 << 10;

    /** Looked up by its name: javac 21 takes it for internal where it compiles for 17. */
    private static final Optional<OpenOption> DIRECT = direct();

    private final Ticker ticker;
    private volatile boolean closed;

    DirectIo(Ticker ticker) {
        this.ticker = ticker;
    }

    private static Optional<OpenOption> direct() {
        try {
            return Stream.of(
                            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> option.toString().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst();
        } catch (ClassNotFoundException notInThisJvm) {
            return Optional.empty();
        }
    }

    @Override
    public String name() {
        return "Java " + Runtime.version().feature();
    }

    @Override
    public boolean isDirect(Path file) {
        if (DIRECT.isEmpty()) {
            return false;
        }
        try {
            FileChannel.open(file, StandardOpenOption.READ, DIRECT.get()).close();
            return true;
        } catch (IOException | UnsupportedOperationException cannot) {
            return false;
        }
    }

    @Override
    public Run run(Access access, Path file, long size, Duration length) throws IOException, InterruptedException {
        boolean direct = isDirect(file);
        long begun = ticker.nanos();
        long until = begun + length.toNanos();
        ExecutorService workers = Executors.newFixedThreadPool(access.atATime());
        try {
            List<Callable<Long>> streams = new ArrayList<>();
            for (int i = 0; i < access.atATime(); i++) {
                int stream = i;
                streams.add(() -> use(access, file, size, until, direct, stream));
            }
            long bytes = 0;
            for (Future<Long> moved : workers.invokeAll(streams)) {
                bytes += moved.get();
            }
            return new Run(bytes, Duration.ofNanos(ticker.nanos() - begun));
        } catch (ExecutionException failed) {
            throw new IOException(access.label() + " of " + file + " failed: " + failed.getCause(), failed);
        } finally {
            workers.shutdownNow();
        }
    }

    private long use(Access access, Path file, long size, long until, boolean direct, int seed) throws IOException {
        Set<OpenOption> how = new HashSet<>();
        how.add(access.writes() ? StandardOpenOption.WRITE : StandardOpenOption.READ);
        if (direct) {
            DIRECT.ifPresent(how::add);
        }
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer buffer = buffer(access.requestBytes());
        long requests = size / access.requestBytes();
        long done = 0;
        try (FileChannel channel = FileChannel.open(file, how)) {
            // One at least: a busy machine may let the time pass before the first.
            do {
                long at = access.random() ? random.nextLong(requests) : done % requests;
                move(channel, buffer.clear(), at * access.requestBytes(), access.writes());
                done++;
            } while (ticker.nanos() < until && !closed);
            if (access.writes() && !direct) {
                channel.force(false);
            }
        }
        return done * access.requestBytes();
    }

    private static void move(FileChannel channel, ByteBuffer buffer, long from, boolean writes) throws IOException {
        long at = from;
        while (buffer.hasRemaining()) {
            int moved = writes ? channel.write(buffer, at) : channel.read(buffer, at);
            if (moved < 0) {
                throw new IOException("the file became shorter while it was read");
            }
            at += moved;
        }
    }

    /** Bytes that do not compress, where direct I/O wants them. */
    private static ByteBuffer buffer(int size) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size + ALIGNMENT).alignedSlice(ALIGNMENT);
        buffer.limit(size);
        byte[] noise = new byte[size];
        new SplittableRandom(size).nextBytes(noise);
        buffer.put(0, noise);
        return buffer.slice();
    }

    /** Writes a file of that size, which must not be there yet, every byte of it: a hole would be read from nowhere. */
    void lay(Path file, long size) throws IOException {
        int piece = Access.SEQUENTIAL_WRITE.requestBytes();
        ByteBuffer buffer = buffer(piece);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long at = 0; at < size && !closed; at += piece) {
                move(channel, buffer.clear(), at, true);
            }
            channel.force(true);
        }
        if (!closed && Files.size(file) != size) {
            throw new IOException(file + " could not be written whole");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
