package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.blockfile.OpenBlockFile;
import io.hdfsthrottle.kernel.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.io.nativeio.Errno;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.io.nativeio.NativeIOException;
import org.apache.hadoop.util.NativeCodeLoader;
import org.apache.hadoop.util.VersionInfo;

/**
 * Accesses block files through Hadoop's own native library, for hosts on which the hook cannot load one: where
 * {@code java.io.tmpdir} is mounted noexec. It cannot tell which pages are cached. Thread-safe.
 */
public final class HadoopBlockFiles implements BlockFiles {

    /** An advice that every kernel rejects; used to test whether calls reach it. */
    private static final int NO_ADVICE = 1 << 20;

    @Override
    public Optional<BlockFile> open(Path file) {
        if (!loaded().isDone()) {
            return Optional.empty();
        }
        RandomAccessFile opened = null;
        try {
            opened = new RandomAccessFile(file.toFile(), "r");
            advise(opened, 0, 0, NativeIO.POSIX.POSIX_FADV_RANDOM);
            return Optional.of(new Opened(opened));
        } catch (IOException | RuntimeException | LinkageError refused) {
            discard(opened);
            return Optional.empty();
        }
    }

    @Override
    public Outcome probe(Path folder) {
        Outcome loaded = loaded();
        if (!loaded.isDone()) {
            return loaded;
        }
        Outcome probed = BlockFiles.super.probe(folder);
        return probed.isDone() ? reachesKernel() : probed;
    }

    /**
     * Both calls silently do nothing if the library was built without them: then an invalid argument is accepted too.
     */
    private static Outcome reachesKernel() {
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/stat", "r")) {
            if (isTaken(() -> advise(file, 0, 0, NO_ADVICE))) {
                return Outcome.failed("Hadoop's native library has no posix_fadvise(2)");
            }
            if (isTaken(() -> NativeIO.POSIX.syncFileRangeIfPossible(file.getFD(), 0, 1, NO_ADVICE))) {
                return Outcome.failed("Hadoop's native library has no sync_file_range(2)");
            }
            return Outcome.DONE;
        } catch (IOException | RuntimeException | LinkageError refused) {
            return Outcome.failed("Hadoop's native library could not be tried: " + refused);
        }
    }

    /** A call of the native library. */
    private interface Call {
        void make() throws IOException;
    }

    private static boolean isTaken(Call call) throws IOException {
        try {
            call.make();
            return true;
        } catch (NativeIOException refused) {
            return false;
        }
    }

    private static Outcome loaded() {
        if (!NativeCodeLoader.isNativeCodeLoaded()) {
            return Outcome.failed("Hadoop's native library is not loaded");
        }
        return NativeIO.isAvailable()
                ? Outcome.DONE
                : Outcome.failed("Hadoop's native library is not one of Hadoop " + VersionInfo.getVersion()
                        + ": NativeIO does not work with it");
    }

    private static void advise(RandomAccessFile file, long offset, long length, int advice) throws IOException {
        NativeIO.POSIX.getCacheManipulator().posixFadviseIfPossible("block", file.getFD(), offset, length, advice);
    }

    private static void discard(RandomAccessFile file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException gone) {
            // It was opened for reading only; nothing is lost.
            return;
        }
    }

    private static final class Opened extends OpenBlockFile {

        private final RandomAccessFile file;

        Opened(RandomAccessFile file) {
            this.file = file;
        }

        @Override
        protected long sizeNow() {
            try {
                return file.length();
            } catch (IOException unknown) {
                return UNKNOWN;
            }
        }

        @Override
        protected boolean willNeed(long offset, long length) {
            try {
                advise(file, offset, length, NativeIO.POSIX.POSIX_FADV_WILLNEED);
                return true;
            } catch (IOException | RuntimeException | LinkageError refused) {
                return false;
            }
        }

        /** Not through a channel, which an interrupt would close; hence one thread at a time. */
        @Override
        protected boolean readByte(long offset) {
            synchronized (file) {
                try {
                    file.seek(offset);
                    return file.read() >= 0;
                } catch (IOException unreadable) {
                    return false;
                }
            }
        }

        @Override
        protected boolean syncRange(long offset, long length, boolean awaited) throws IOException {
            int flags = awaited ? NativeIO.POSIX.SYNC_FILE_RANGE_WAIT_BEFORE : NativeIO.POSIX.SYNC_FILE_RANGE_WRITE;
            try {
                NativeIO.POSIX.syncFileRangeIfPossible(file.getFD(), offset, length, flags);
                return true;
            } catch (NativeIOException error) {
                if (awaited && (error.getErrno() == Errno.EIO || error.getErrno() == Errno.ENOSPC)) {
                    throw new IOException("the disk could not write what was received", error);
                }
                return false;
            } catch (IOException | RuntimeException | LinkageError refused) {
                return false;
            }
        }

        @Override
        protected void giveBack() {
            discard(file);
        }
    }
}
