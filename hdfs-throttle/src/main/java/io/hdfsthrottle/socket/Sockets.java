package io.hdfsthrottle.socket;

import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The sockets of this process, found by their connection and paced by the kernel. Thread-safe; never throws. */
public interface Sockets {

    /** A rate without a limit. */
    long UNPACED = -1;

    /** The kernel's own, through native calls. */
    static Sockets ofKernel(NativeCalls calls) {
        return new KernelSockets(calls, Path.of("/proc"));
    }

    /** Whether they can be found and paced here. */
    Outcome usable();

    /**
     * The file descriptors of those connections, each that this process has; none if it has too many files to look
     * through. Costs about a microsecond for every file that is open, however many connections are looked for.
     */
    Map<Connection, Integer> find(Collection<Connection> connections);

    /**
     * How that connection's time of sending went since it began ({@code TCP_INFO}, linux/tcp.h, since Linux 4.10); empty
     * where the kernel does not tell, or the descriptor is another connection's by now. Costs some microseconds.
     */
    Optional<SendTime> sendTime(int descriptor, Connection connection);

    /**
     * Has the kernel send at most so many bytes a second on that connection ({@code SO_MAX_PACING_RATE}, socket(7));
     * the peer's sending is not touched. If the descriptor is another connection's by now, that one is left as it was
     * and the answer is {@link Outcome#ENDED}.
     *
     * @param bytesPerSecond above 0, or {@link #UNPACED}
     */
    Outcome pace(int descriptor, Connection connection, long bytesPerSecond);
}
