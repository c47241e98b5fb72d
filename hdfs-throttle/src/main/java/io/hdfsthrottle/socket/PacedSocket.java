package io.hdfsthrottle.socket;

import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.Outcome;

/** One connection's socket, and the rate set last. Used by one thread at a time. */
final class PacedSocket {

    private final Connection connection;
    private final int descriptor;
    private long told = Sockets.UNPACED;

    PacedSocket(Connection connection, int descriptor) {
        this.connection = connection;
        this.descriptor = descriptor;
    }

    /** Sets the rate, unless it is the one set last, or differs from it by less than that part. */
    Outcome pace(Sockets sockets, long bytesPerSecond, double same) {
        boolean bothPaced = told != Sockets.UNPACED && bytesPerSecond != Sockets.UNPACED;
        if (told == bytesPerSecond || (bothPaced && Math.abs(bytesPerSecond - told) <= same * told)) {
            return Outcome.DONE;
        }
        told = bytesPerSecond;
        return sockets.pace(descriptor, connection, bytesPerSecond);
    }
}
