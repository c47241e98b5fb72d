package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.TenantBucket;

/** Reads a file from front to back; the kernel reads ahead, the next piece being asked for when half of one is sent. */
final class SequentialReader extends TransferThread {

    private final int pieceBytes;
    private final long packetNanos;
    private final Disk.Request request;
    private final Actor taken = this::packetTaken;
    private int left;
    private boolean asked;
    private boolean waits;

    SequentialReader(Timeline time, TenantBucket bucket, long id, Disk disk, Streams streams) {
        super(time, bucket, id);
        pieceBytes = streams.pieceBytes();
        packetNanos =
                streams.clientBytesPerSecond() == 0 ? 0 : PACKET * 1_000_000_000L / streams.clientBytesPerSecond();
        request = disk.request(id, false, this::pieceCame);
    }

    @Override
    void begin() {
        left = 0;
        waits = true;
        ask();
    }

    private void ask() {
        if (!asked) {
            asked = true;
            request.submit(pieceBytes);
        }
    }

    private void pieceCame() {
        asked = false;
        if (waits) {
            waits = false;
            left = pieceBytes;
            goOn();
        }
    }

    @Override
    void goOn() {
        while (!ended()) {
            if (left == 0) {
                if (asked) {
                    waits = true;
                    return;
                }
                left = pieceBytes;
            }
            if (packetNanos > 0) {
                time().after(packetNanos, taken);
                return;
            }
            if (!send()) {
                return;
            }
        }
    }

    private void packetTaken() {
        if (send()) {
            goOn();
        }
    }

    private boolean send() {
        left -= PACKET;
        if (left == pieceBytes / 2) {
            ask();
        }
        return sent(PACKET);
    }

    @Override
    boolean waitsForDisk() {
        return waits;
    }
}
