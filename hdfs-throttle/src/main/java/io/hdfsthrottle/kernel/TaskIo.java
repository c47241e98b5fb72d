package io.hdfsthrottle.kernel;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The bytes that each thread caused to be read from devices, as {@code /proc/self/task/<thread>/io} shows it (proc(5)):
 * page-cache hits are not in it, the kernel's readahead is, and so is what {@code sendfile} reads. Thread-safe.
 *
 * <p>A thread's file stays open until {@link #closeEnded} finds the thread ended. File descriptors are the host's: no
 * more than a {@value #PART_OF_FILES}th of those that the process may have stay open, and further threads open theirs
 * at each poll.
 */
public final class TaskIo implements AutoCloseable {

    /** Returned where the kernel does not report the value. */
    public static final long UNKNOWN = -1;

    /** Twice what a DataNode has of transfer threads by default. */
    private static final int MOST_OPEN = 8_192;

    private static final int PART_OF_FILES = 32;
    private static final Reads NOT_TOLD = new Reads(ProcText.NONE);
    private static final int LONGEST = 512;
    private static final byte[] FIELD = "\nread_bytes: ".getBytes(StandardCharsets.US_ASCII);

    private final Path proc;
    private final ThreadFiles<Thread, Reads> files;

    /**
     * Figures below a root.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     */
    public TaskIo(Path proc, ProcessLimits limits) {
        this.proc = proc;
        this.files = new ThreadFiles<>(mostOpen(limits), Thread::isAlive, reads -> reads.text.close());
    }

    private static int mostOpen(ProcessLimits limits) {
        return (int) Math.min(limits.files() / PART_OF_FILES, MOST_OPEN);
    }

    /**
     * The calling thread's figure.
     *
     * @param osThread its id in the kernel, {@link Threads#UNKNOWN} where that is not known
     */
    public Reads ofThisThread(long osThread) {
        if (osThread == Threads.UNKNOWN) {
            return NOT_TOLD;
        }
        Path file = proc.resolve("self/task/" + osThread + "/io");
        return files.of(Thread.currentThread(), thread -> new Reads(ProcText.of(file, LONGEST)))
                .orElseGet(() -> new Reads(ProcText.openedAnew(file, LONGEST)));
    }

    /** Closes the files of threads that have ended. */
    public void closeEnded() {
        files.closeEnded();
    }

    /** Closes all files that stay open; their figures are {@link #UNKNOWN} from then on. */
    @Override
    public void close() {
        files.close();
    }

    /** One thread's figure. Called by that thread alone. */
    public static final class Reads {

        private final ProcText text;

        private Reads(ProcText text) {
            this.text = text;
        }

        /**
         * Bytes read from devices since the thread began, or {@link #UNKNOWN}. About a microsecond, and nothing
         * allocated, where the file stays open.
         */
        public long bytes() {
            return number(text.text(), text.peek());
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
            return length;
        }
    }
}
