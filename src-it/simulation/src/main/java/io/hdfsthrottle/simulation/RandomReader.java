package io.hdfsthrottle.simulation;

import java.util.SplittableRandom;

/** Reads a little somewhere, thinks, and reads somewhere else: never more than one read at a time. */
final class RandomReader extends TransferThread {

    private enum Step {
        /** The disk reads. */
        READ,
        /** What was read is sent. */
        SENT,
        /** The client thought about it. */
        THOUGHT
    }

    private final int bytes;
    private final long thinkNanos;
    private final SplittableRandom random;
    private final Disk.Request request;
    private Step done = Step.THOUGHT;
    private boolean waits;

    RandomReader(Team team, long id, Disk disk, Streams streams, SplittableRandom random) {
        super(team, id);
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
            team().waits();
            askedDevice(bytes);
            request.submit(bytes);
        }
    }

    private void cameBack() {
        waits = false;
        done = Step.READ;
        served();
    }

    @Override
    void proceed() {
        if (done == Step.READ) {
            done = Step.SENT;
            if (!sent(bytes)) {
                return;
            }
        }
        if (done == Step.SENT && thinkNanos > 0) {
            done = Step.THOUGHT;
            // StrictMath, so that every machine draws the same pauses.
            proceedAt(team().nanos() + (long) (-StrictMath.log(1 - random.nextDouble()) * thinkNanos));
        } else if (team().isAhead()) {
            done = Step.THOUGHT;
            proceedAt(team().nanos());
        } else {
            read();
        }
    }

    @Override
    boolean asksNext() {
        return done == Step.THOUGHT || thinkNanos == 0;
    }

    @Override
    boolean waitsForDisk() {
        return waits;
    }
}
