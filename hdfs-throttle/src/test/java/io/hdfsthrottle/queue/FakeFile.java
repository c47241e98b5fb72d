package io.hdfsthrottle.queue;

import io.hdfsthrottle.blockfile.BlockFile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A block's file that records its calls; requested data is in memory or is read at once. Thread-safe. */
final class FakeFile implements BlockFile {

    /** What one call asked for. */
    static final class Range {
        final long offset;
        final long length;

        Range(long offset, long length) {
            this.offset = offset;
            this.length = length;
        }

        long end() {
            return offset + length;
        }

        @Override
        public String toString() {
            return "[" + offset + ", " + end() + ")";
        }
    }

    final List<Range> reads = new CopyOnWriteArrayList<>();
    final List<Range> writes = new CopyOnWriteArrayList<>();
    volatile long size;
    volatile boolean inMemory;
    volatile boolean tellsWhatIsInMemory;
    volatile boolean closed;

    /** Called by whoever asks the disk or waits for it; may block, as a disk that hangs does. */
    volatile Runnable disk = () -> {};

    /** Whether the disk cannot read what it was asked for. */
    volatile boolean unreadable;

    /** What the disk reports of write-back, if anything. */
    volatile IOException lost;

    /** Thrown by every call while it is set. */
    volatile RuntimeException broken;

    private final ThreadLocal<Long> deviceReads = ThreadLocal.withInitial(() -> 0L);

    FakeFile(long size) {
        this.size = size;
    }

    /** Device reads that the calling thread caused through this file. */
    DeviceReads deviceReads() {
        return deviceReads::get;
    }

    long readEnd() {
        return reads.stream().mapToLong(Range::end).max().orElse(0);
    }

    long writeEnd() {
        return writes.stream().mapToLong(Range::end).max().orElse(0);
    }

    @Override
    public long size() {
        return closed ? UNKNOWN : size;
    }

    @Override
    public boolean readAhead(long offset, long length) {
        fail();
        reads.add(new Range(offset, length));
        if (!inMemory) {
            deviceReads.set(deviceReads.get() + length);
        }
        return true;
    }

    @Override
    public boolean awaitRead(long offset) {
        fail();
        return !unreadable && !closed;
    }

    @Override
    public boolean startWriteBack(long offset, long length) {
        fail();
        writes.add(new Range(offset, length));
        return true;
    }

    @Override
    public boolean awaitWriteBack(long offset, long length) throws IOException {
        fail();
        if (lost != null) {
            throw lost;
        }
        return true;
    }

    @Override
    public long cached(long offset, long length) {
        if (!tellsWhatIsInMemory) {
            return UNKNOWN;
        }
        return inMemory ? length : 0;
    }

    private void fail() {
        disk.run();
        if (broken != null) {
            throw broken;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
