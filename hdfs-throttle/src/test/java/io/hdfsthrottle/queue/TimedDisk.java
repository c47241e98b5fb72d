package io.hdfsthrottle.queue;

import io.hdfsthrottle.blockfile.BlockFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A disk of known speed for real threads: requests are served one after the other, each takes its bytes divided by the
 * rate.
 */
final class TimedDisk {

    private final double nanosPerByte;
    private long freeAt = System.nanoTime();
    private long bytes;

    TimedDisk(double bytesPerSecond) {
        this.nanosPerByte = 1e9 / bytesPerSecond;
    }

    synchronized long request(long length) {
        freeAt = Math.max(freeAt, System.nanoTime()) + (long) (length * nanosPerByte);
        bytes += length;
        return freeAt;
    }

    synchronized long bytes() {
        return bytes;
    }

    static void sleepUntil(long nanos) {
        while (System.nanoTime() < nanos) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }

    /** A file on it that is in memory or not. */
    final class File implements BlockFile {
        private final Map<Long, Long> doneAt = new ConcurrentHashMap<>();
        private volatile boolean closed;

        @Override
        public long size() {
            return 1L << 40;
        }

        @Override
        public boolean readAhead(long offset, long length) {
            long done = request(length);
            doneAt.put(offset + length - 1, done);
            return !closed;
        }

        @Override
        public boolean awaitRead(long offset) {
            Long done = doneAt.get(offset);
            if (done != null) {
                sleepUntil(done);
            }
            return !closed;
        }

        @Override
        public boolean startWriteBack(long offset, long length) {
            return readAhead(offset, length);
        }

        @Override
        public boolean awaitWriteBack(long offset, long length) {
            return awaitRead(offset + length - 1);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
