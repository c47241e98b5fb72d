package io.hdfsthrottle.simulation;

/** Reads a file from front to back; the kernel reads ahead, the next piece being asked for when half of one is sent. */
final class SequentialReader extends TransferThread {

    private final int pieceBytes;
    private final long packetNanos;
    private final Disk.Request request;
    private int left;
    private boolean asked;
    private boolean waits;
    private boolean taken;

    SequentialReader(Team team, long id, Disk disk, Streams streams) {
        super(team, id);
        pieceBytes = streams.pieceBytes();
        packetNanos =
                streams.clientBytesPerSecond() == 0 ? 0 : PACKET * 1_000_000_000L / streams.clientBytesPerSecond();
        request = disk.request(id, false, this::pieceCame);
    }

    @Override
    void begin() {
        left = 0;
        waitForPiece();
        ask();
    }

    private void waitForPiece() {
        waits = true;
        team().waits();
    }

    private void ask() {
        if (!asked) {
            asked = true;
            askedDevice(pieceBytes);
            request.submit(pieceBytes);
        }
    }

    private void pieceCame() {
        asked = false;
        if (waits) {
            waits = false;
            left = pieceBytes;
            served();
        }
    }

    @Override
    void proceed() {
        while (!ended()) {
            if (team().isAhead() && asksNext()) {
                proceedAt(team().nanos());
                return;
            }
            if (left == 0) {
                if (asked) {
                    waitForPiece();
                    return;
                }
                left = pieceBytes;
            }
            if (packetNanos > 0 && !taken) {
                taken = true;
                if (reaches(team().nanos() + packetNanos)) {
                    continue;
                }
                return;
            }
            taken = false;
            if (!send()) {
                return;
            }
        }
        taken = false;
    }

    private boolean send() {
        left -= PACKET;
        if (left == pieceBytes / 2) {
            ask();
        }
        return sent(PACKET);
    }

    @Override
    boolean asksNext() {
        return left == 0 ? asked || asksAfter(pieceBytes) : asksAfter(left);
    }

    private boolean asksAfter(int packetOf) {
        return packetOf - PACKET == pieceBytes / 2;
    }

    @Override
    boolean waitsForDisk() {
        return waits;
    }
}
