package io.hdfsthrottle.simulation;

/** Reads what is in memory: the disk has nothing to do with it. */
final class CachedReader extends TransferThread {

    private final long packetNanos;
    private boolean taken;

    CachedReader(Team team, long id, Streams streams) {
        super(team, id);
        this.packetNanos = PACKET * 1_000_000_000L / streams.clientBytesPerSecond();
    }

    @Override
    void begin() {
        taken = false;
        proceed();
    }

    @Override
    void proceed() {
        do {
            if (taken) {
                taken = false;
                if (!sent(PACKET)) {
                    return;
                }
            }
            if (ended()) {
                return;
            }
            taken = true;
        } while (reaches(team().nanos() + packetNanos));
    }

    @Override
    boolean asksNext() {
        return false;
    }

    @Override
    boolean waitsForDisk() {
        return false;
    }
}
