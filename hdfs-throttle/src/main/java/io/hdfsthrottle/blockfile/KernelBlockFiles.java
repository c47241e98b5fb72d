package io.hdfsthrottle.blockfile;

import io.hdfsthrottle.kernel.LibC;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Opens block files through the C library. A file whose last part is a symbolic link is opened as the DataNode would:
 * by following it.
 */
public final class KernelBlockFiles implements BlockFiles {

    private final NativeCalls calls;

    /** The result of {@link #calls}; null before, and where there is none. */
    private volatile LibC loaded;

    /** By these native calls; nothing is loaded before the first file is opened. */
    public KernelBlockFiles(NativeCalls calls) {
        this.calls = calls;
    }

    private LibC libC() {
        LibC libC = loaded;
        if (libC == null) {
            libC = calls.libC();
            loaded = libC;
        }
        return libC;
    }

    @Override
    public Optional<BlockFile> open(Path file) {
        LibC libC = libC();
        if (libC == null) {
            return Optional.empty();
        }
        int descriptor = libC.openToRead(file.toString());
        if (descriptor < 0) {
            return Optional.empty();
        }
        if (libC.advise(descriptor, 0, 0, LibC.ADVICE_RANDOM) != 0) {
            libC.close(descriptor);
            return Optional.empty();
        }
        return Optional.of(new Opened(libC, descriptor));
    }

    @Override
    public Outcome probe(Path folder) {
        Outcome loaded = calls.load();
        return loaded.isDone() ? BlockFiles.super.probe(folder) : loaded;
    }

    private static final class Opened extends OpenBlockFile {

        /** EIO, ENOSPC and EDQUOT: what write-back reports of the disk (errno(3)). */
        private static final Set<Integer> LOST = Set.of(5, 28, 122);

        private static final int SYNC_WAIT_BEFORE = 1;
        private static final int SYNC_WRITE = 2;

        private final LibC libC;
        private final int descriptor;

        Opened(LibC libC, int descriptor) {
            this.libC = libC;
            this.descriptor = descriptor;
        }

        @Override
        protected long sizeNow() {
            return libC.size(descriptor);
        }

        @Override
        protected boolean willNeed(long offset, long length) {
            return libC.advise(descriptor, offset, length, LibC.ADVICE_WILL_NEED) == 0;
        }

        @Override
        protected boolean readByte(long offset) {
            return libC.readByte(descriptor, offset);
        }

        @Override
        protected boolean syncRange(long offset, long length, boolean awaited) throws IOException {
            int errno = libC.syncRange(descriptor, offset, length, awaited ? SYNC_WAIT_BEFORE : SYNC_WRITE);
            if (awaited && LOST.contains(errno)) {
                throw new IOException("the disk could not write what was received (errno " + errno + ")");
            }
            return errno == 0;
        }

        @Override
        protected long cachedNow(long offset, long length) {
            long pages = libC.pages(descriptor, offset, length, LibC.PAGES_CACHED);
            return pages < 0 ? UNKNOWN : Math.min(pages * libC.pageBytes(), length);
        }

        @Override
        protected void giveBack() {
            libC.close(descriptor);
        }
    }
}
