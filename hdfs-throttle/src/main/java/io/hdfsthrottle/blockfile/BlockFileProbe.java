package io.hdfsthrottle.blockfile;

import io.hdfsthrottle.kernel.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tries the calls of {@link BlockFile} on a file that was made for it. */
final class BlockFileProbe {

    private static final int BYTES = 65_536;

    private BlockFileProbe() {}

    static Outcome of(BlockFiles files, Path folder) {
        Path file = null;
        try {
            file = Files.createTempFile(folder, ".hdfs-throttle-", ".probe");
            write(file);
            try (BlockFile opened = files.open(file).orElse(null)) {
                return opened == null ? failed("open(2) with posix_fadvise(RANDOM)", folder) : tried(opened, folder);
            }
        } catch (IOException | UnsupportedOperationException refused) {
            return Outcome.failed("no file to try it can be made and written in " + folder + ": " + refused);
        } finally {
            if (file != null) {
                boolean unused = file.toFile().delete();
            }
        }
    }

    /** Not through a channel, which an interrupt would close. */
    private static void write(Path file) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(new byte[BYTES]);
        }
    }

    /** The pages are dirty first, so there is something to write back; reading them is then free. */
    private static Outcome tried(BlockFile file, Path folder) throws IOException {
        if (file.size() != BYTES) {
            return failed("the size of an open file", folder);
        }
        if (!file.startWriteBack(0, BYTES) || !file.awaitWriteBack(0, BYTES)) {
            return failed("sync_file_range(2)", folder);
        }
        if (!file.readAhead(0, BYTES)) {
            return failed("posix_fadvise(WILLNEED)", folder);
        }
        if (!file.awaitRead(BYTES - 1) || file.awaitRead(BYTES)) {
            return failed("reading one byte", folder);
        }
        return Outcome.DONE;
    }

    private static Outcome failed(String call, Path folder) {
        return Outcome.failed(call + " does not work on files in " + folder);
    }
}
