package io.hdfsthrottle.simulation;

/** Takes packets from its client into memory, as long as there is room for them. */
final class Writer extends TransferThread {

    private final long packetNanos;
    private final WriteBack memory;
    private final Actor roomCame = this::roomCame;
    private int room;
    private boolean taken;
    private boolean waits;

    Writer(Team team, long id, Streams streams, WriteBack memory) {
        super(team, id);
        this.packetNanos = PACKET * 1_000_000_000L / streams.clientBytesPerSecond();
        this.memory = memory;
    }

    @Override
    void begin() {
        taken = false;
        proceed();
    }

    @Override
    void proceed() {
        if (taken) {
            if (room == 0 && !hasRoom()) {
                return;
            }
            taken = false;
            room -= PACKET;
            if (!sent(PACKET)) {
                return;
            }
        }
        if (!ended()) {
            taken = true;
            proceedAt(team().nanos() + packetNanos);
        }
    }

    private boolean hasRoom() {
        if (team().isAhead()) {
            proceedAt(team().nanos());
            return false;
        }
        if (memory.room(roomCame)) {
            room = WriteBack.ROOM;
            return true;
        }
        waits = true;
        team().waits();
        return false;
    }

    private void roomCame() {
        waits = false;
        room = WriteBack.ROOM;
        served();
    }

    @Override
    boolean asksNext() {
        return taken && room == 0;
    }

    @Override
    boolean waitsForDisk() {
        return waits;
    }
}
