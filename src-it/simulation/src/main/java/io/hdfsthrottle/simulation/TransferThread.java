package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.Transfer;

/** One thread of a DataNode that sends packets: charges each, and rests when its bucket says so. */
abstract class TransferThread {

    static final int PACKET = 64 << 10;

    private final Timeline time;
    private final TenantBucket bucket;
    private final Transfer transfer;
    private final Actor rested = this::stillRests;
    private boolean wanted;
    private boolean joined;
    private long ticket;
    private long restsSince;
    private long sentBytes;

    TransferThread(Timeline time, TenantBucket bucket, long id) {
        this.time = time;
        this.bucket = bucket;
        this.transfer = Transfer.ofThisThread(id);
    }

    /** The client asks for more, from now on. */
    final void start() {
        wanted = true;
        if (!joined) {
            joined = true;
            bucket.join(transfer);
            begin();
        }
    }

    /** The client wants no more; what is under way is finished. */
    final void stop() {
        wanted = false;
    }

    /** Whether it stopped, which is done here if it is to. */
    final boolean ended() {
        if (!wanted && joined) {
            joined = false;
            bucket.leave(transfer);
        }
        return !wanted;
    }

    /** A packet was sent; {@link #goOn} follows, now or after a rest. */
    final boolean sent(int bytes) {
        sentBytes += bytes;
        long now = time.nanos();
        ticket = bucket.charge(bytes, now);
        long rest = bucket.restNanos(ticket, now, now);
        if (rest <= 0) {
            return true;
        }
        bucket.beginRest();
        restsSince = now;
        time.after(rest, rested);
        return false;
    }

    private void stillRests() {
        long now = time.nanos();
        long rest = bucket.restNanos(ticket, restsSince, now);
        if (rest > 0) {
            time.after(rest, rested);
        } else {
            bucket.endRest(restsSince, now);
            goOn();
        }
    }

    final Timeline time() {
        return time;
    }

    /** What it sent so far. */
    final long sentBytes() {
        return sentBytes;
    }

    /** Begins to read. */
    abstract void begin();

    /** Goes on after a packet was sent and nothing holds the thread back any more. */
    abstract void goOn();

    /** Whether it waits for the disk now: for a piece that is not there yet. */
    abstract boolean waitsForDisk();
}
