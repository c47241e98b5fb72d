package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What each thread caused to be read from devices, as {@code /proc/self/task/<thread>/io} shows it (proc(5)): page-cache hits
 * are not in it, the kernel's readahead is, and so is what {@code sendfile} reads. Thread-safe.
 *
 * <p>A thread's file stays open, because opening costs more than reading. It is closed by {@link #closeEnded} once the thread has
 * ended, and there are never more than {@value #MOST_OPEN}: file descriptors belong to the host.
 */
public final class TaskIo implements AutoCloseable {

    /** Answer where the kernel does not tell. */
    public static final long UNKNOWN = -1;

    /** Twice what a DataNode has of transfer threads by default. */
    static final int MOST_OPEN = 8_192;

    private static final int LONGEST = 512;
    private static final byte[] FIELD = "\nread_bytes: ".getBytes(StandardCharsets.US_ASCII);

    private final Path proc;
    private final Map<Thread, Reads> open = new ConcurrentHashMap<>();

    /**
     * Figures below a root.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     */
    public TaskIo(Path proc) {
        this.proc = proc;
    }

    /**
     * The calling thread's figure.
     *
     * @param osThread its id in the kernel, {@link Threads#UNKNOWN} where that is not known
     */
    public Reads ofThisThread(long osThread) {
        if (osThread == Threads.UNKNOWN || open.size() >= MOST_OPEN) {
            return new Reads(null);
        }
        return open.computeIfAbsent(Thread.currentThread(), thread -> new Reads(open(osThread)));
    }

    private RandomAccessFile open(long osThread) {
        try {
            return new RandomAccessFile(
                    proc.resolve("self/task/" + osThread + "/io").toFile(), "r");
        } catch (IOException notTold) {
            return null;
        }
    }

    /** Closes the files of threads that have ended. */
    public void closeEnded() {
        open.entrySet().removeIf(entry -> {
            if (entry.getKey().isAlive()) {
                return false;
            }
            entry.getValue().close();
            return true;
        });
    }

    /** How many files are open. */
    int open() {
        return open.size();
    }

    /** Closes all; whoever still asks is told {@link #UNKNOWN}. */
    @Override
    public void close() {
        open.values().forEach(Reads::close);
        open.clear();
    }

    /** One thread's figure. Asked by that thread alone. */
    public static final class Reads {

        private final byte[] text;
        private final RandomAccessFile file;

        private Reads(RandomAccessFile file) {
            this.file = file;
            this.text = file == null ? null : new byte[LONGEST];
        }

        /** Bytes read from devices since the thread began, or {@link #UNKNOWN}. About a microsecond; allocates nothing. */
        public long bytes() {
            if (file == null) {
                return UNKNOWN;
            }
            try {
                file.seek(0);
                return number(text, file.read(text));
            } catch (IOException closed) {
                return UNKNOWN;
            }
        }

        private static long number(byte[] text, int length) {
            int from = after(text, length);
            long number = 0;
            int at = from;
            while (at < length && text[at] >= '0' && text[at] <= '9') {
                number = number * 10 + (text[at] - '0');
                at++;
            }
            return at == from ? UNKNOWN : number;
        }

        /** Where the field's value begins; the end if there is no such field. */
        private static int after(byte[] text, int length) {
            for (int start = 0; start + FIELD.length <= length; start++) {
                int same = 0;
                while (same < FIELD.length && text[start + same] == FIELD[same]) {
                    same++;
                }
                if (same == FIELD.length) {
                    return start + same;
                }
            }
            return Math.max(length, 0);
        }

        private void close() {
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
}
