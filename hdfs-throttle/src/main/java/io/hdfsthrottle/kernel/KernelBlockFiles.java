package io.hdfsthrottle.kernel;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Files through the C library. Thread-safe. */
public final class KernelBlockFiles implements BlockFiles {

    private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;
    private static final int RANDOM = 1;
    private static final int WILL_NEED = 3;
    private static final int WAIT_BEFORE = 1;
    private static final int WRITE = 2;
    private static final int WAIT_AFTER = 4;

    /** What one call reads ahead at most; the kernel truncates more. */
    private static final long MOST = 1L << 20;

    private final LibC libC;

    /** By these native calls; nothing can be opened where they are not there. */
    public KernelBlockFiles(NativeCalls calls) {
        this.libC = calls.libC();
    }

    @Override
    public Optional<BlockFile> open(Path file) {
        if (libC == null) {
            return Optional.empty();
        }
        int descriptor = libC.open(file.toString(), READ_ONLY_CLOSE_ON_EXEC);
        if (descriptor < 0) {
            return Optional.empty();
        }
        int unused = libC.advise(descriptor, 0, 0, RANDOM);
        return Optional.of(new Open(libC, descriptor));
    }

    private static final class Open implements BlockFile {

        private final LibC libC;
        private final int descriptor;
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private boolean closed;

        Open(LibC libC, int descriptor) {
            this.libC = libC;
            this.descriptor = descriptor;
        }

        @Override
        public long size() {
            lock.readLock().lock();
            try {
                return closed ? -1 : libC.size(descriptor);
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public boolean readAhead(long offset, long length) {
            lock.readLock().lock();
            try {
                boolean done = !closed;
                for (long at = offset; done && at < offset + length; at += MOST) {
                    done = libC.advise(descriptor, at, Math.min(MOST, offset + length - at), WILL_NEED) == 0;
                }
                return done;
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public boolean awaitRead(long offset) {
            lock.readLock().lock();
            try {
                return !closed && libC.readByte(descriptor, offset) == 1;
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public boolean startWriteBack(long offset, long length) {
            lock.readLock().lock();
            try {
                return !closed && libC.syncRange(descriptor, offset, length, WRITE) == 0;
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public boolean awaitWriteBack(long offset, long length) {
            lock.readLock().lock();
            try {
                return !closed && libC.syncRange(descriptor, offset, length, WAIT_BEFORE | WRITE | WAIT_AFTER) == 0;
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public void close() {
            lock.writeLock().lock();
            try {
                if (!closed) {
                    closed = true;
                    libC.close(descriptor);
                }
            } finally {
                lock.writeLock().unlock();
            }
        }
    }
}
