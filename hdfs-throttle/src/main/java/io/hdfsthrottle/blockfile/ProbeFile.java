package io.hdfsthrottle.blockfile;

import io.hdfsthrottle.kernel.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A small file on a volume that is read past the page cache (open(2), {@code O_DIRECT}): the disk has to do every read.
 * It has no name once it is open, so nothing is left of it whatever happens. Used by one thread.
 */
public final class ProbeFile implements AutoCloseable {

    /** Every disk can be read from such places in such pieces. */
    private static final int ALIGNMENT = 4_096;

    private final FileChannel channel;
    private final ByteBuffer buffer;
    private final String obstacle;

    private ProbeFile(FileChannel channel, ByteBuffer buffer, String obstacle) {
        this.channel = channel;
        this.buffer = buffer;
        this.obstacle = obstacle;
    }

    /**
     * Makes the file; where that does not work, {@link #obstacle} gives the reason.
     *
     * @param folder where, any on the volume
     * @param bytes how large, a multiple of 4,096
     */
    public static ProbeFile in(Path folder, int bytes) {
        Path file = null;
        try {
            file = Files.createTempFile(folder, ".hdfs-throttle-", ".probe");
            write(file, bytes);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, direct());
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes + ALIGNMENT).alignedSlice(ALIGNMENT);
            return new ProbeFile(channel, buffer.limit(bytes).slice(), "");
        } catch (IOException | UnsupportedOperationException refused) {
            return new ProbeFile(null, null, "no direct reads of a file in " + folder + ": " + refused.getMessage());
        } finally {
            delete(file);
        }
    }

    /** The JDK's own name for it is in a package that not every Java has (module jdk.unsupported). */
    private static OpenOption direct() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option.toString().equals("DIRECT")) {
                    return (OpenOption) option;
                }
            }
        } catch (ClassNotFoundException missing) {
            throw new UnsupportedOperationException("this Java cannot", missing);
        }
        throw new UnsupportedOperationException("this Java cannot");
    }

    private static void write(Path file, int bytes) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(bytes);
            while (zeros.hasRemaining()) {
                int unused = out.write(zeros);
            }
            out.force(true);
        }
    }

    private static void delete(Path file) {
        if (file != null) {
            boolean unused = file.toFile().delete();
        }
    }

    /** Why it cannot be read; empty if it can. */
    public String obstacle() {
        return obstacle;
    }

    /** Reads all of it from the disk, on the calling thread. */
    public Outcome read() {
        try {
            buffer.clear();
            int read = channel.read(buffer, 0);
            return read == buffer.capacity() ? Outcome.DONE : Outcome.failed(read + " bytes read");
        } catch (IOException failed) {
            return Outcome.failed(failed.toString());
        }
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException gone) {
                // It was only read; nothing is lost.
                return;
            }
        }
    }
}
