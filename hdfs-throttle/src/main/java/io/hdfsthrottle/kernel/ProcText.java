package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A small file of {@code /proc} that is read anew at each poll, and stays open between polls where it may. One thread
 * polls at a time; any may close it.
 */
final class ProcText implements AutoCloseable {

    /** An absent file: reads as empty. */
    static final ProcText NONE = new ProcText(null, null, 0);

    private final RandomAccessFile file;
    private final Path openedAnew;
    private final byte[] text;

    private ProcText(RandomAccessFile file, Path openedAnew, int longest) {
        this.file = file;
        this.openedAnew = openedAnew;
        this.text = new byte[longest];
    }

    /**
     * Opens a file; {@link #NONE} where the kernel does not show it, or too many are open.
     *
     * @param longest how many bytes of it are read
     */
    static ProcText of(Path path, int longest) {
        try {
            return new ProcText(new RandomAccessFile(path.toFile(), "r"), null, longest);
        } catch (IOException notTold) {
            return NONE;
        }
    }

    /**
     * The same, but opened and closed at each poll, for some microseconds and some hundred bytes: where no more files
     * may stay open.
     *
     * @param longest how many bytes of it are read
     */
    static ProcText openedAnew(Path path, int longest) {
        return new ProcText(null, path, longest);
    }

    /**
     * Reads it into {@link #text}; returns its length, 0 where the kernel shows nothing. About a microsecond, and
     * nothing allocated, where it stays open.
     */
    int peek() {
        if (file != null) {
            return read(file);
        }
        if (openedAnew == null) {
            return 0;
        }
        try (RandomAccessFile once = new RandomAccessFile(openedAnew.toFile(), "r")) {
            return read(once);
        } catch (IOException notTold) {
            return 0;
        }
    }

    private int read(RandomAccessFile file) {
        try {
            file.seek(0);
            return Math.max(file.read(text), 0);
        } catch (IOException closedOrEnded) {
            return 0;
        }
    }

    /** The content at the last poll, ASCII; the array is always the same. */
    byte[] text() {
        return text;
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException gone) {
                // It was only read; nothing is lost.
                return;
            }
        }
    }
}
