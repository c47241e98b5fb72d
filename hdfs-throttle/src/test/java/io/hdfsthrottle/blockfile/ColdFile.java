package io.hdfsthrottle.blockfile;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.kernel.LibC;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** Files on a real disk whose pages are cached, or not, as a test wants it. */
final class ColdFile {

    private ColdFile() {}

    /** Writes random bytes that stay in the page cache, to be written to the disk some day. */
    static void writeDirty(Path file, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(content);
        }
    }

    /** Writes random bytes to the disk and drops them from the page cache. */
    static void write(LibC libC, Path file, int bytes) throws IOException {
        writeDirty(file, bytes);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.getFD().sync();
        }
        int descriptor = libC.openToRead(file.toString());
        int errno = libC.advise(descriptor, 0, 0, LibC.ADVICE_DONT_NEED);
        long cached = libC.pages(descriptor, 0, bytes, LibC.PAGES_CACHED);
        libC.close(descriptor);
        Tier.current().needs(errno == 0 && cached <= 0, "pages of files in " + file.getParent() + " cannot be dropped");
    }
}
