package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.TenantBucket;
import java.util.SplittableRandom;

/** Reads a little somewhere, thinks, and reads somewhere else: never more than one read at a time. */
final class RandomReader extends TransferThread {

    private final int bytes;
    private final long thinkNanos;
    private final SplittableRandom random;
    private final Disk.Request request;
    private final Actor thought = this::read;
    private boolean waits;

    RandomReader(Timeline time, TenantBucket bucket, long id, Disk disk, Streams streams, SplittableRandom random) {
        super(time, bucket, id);
        this.bytes = streams.pieceBytes();
        this.thinkNanos = streams.thinkNanos();
        this.random = random;
        this.request = disk.request(id, true, this::cameBack);
    }

    @Override
    void begin() {
        read();
    }

    private void read() {
        if (!ended()) {
            waits = true;
            request.submit(bytes);
        }
    }

    private void cameBack() {
        waits = false;
        if (sent(bytes)) {
            goOn();
        }
    }

    @Override
    void goOn() {
        // StrictMath, so that every machine draws the same pauses.
        time().after((long) (-StrictMath.log(1 - random.nextDouble()) * thinkNanos), thought);
    }

    @Override
    boolean waitsForDisk() {
        return waits;
    }
}
