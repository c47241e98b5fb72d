package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.ThrottleAgent;
import java.util.function.LongSupplier;

/** Paces what the calling transfer thread moves, and keeps every error of ours from it. Thread-safe. */
final class TransferPacing {

    private final ThrottleAgent agent;
    private final ThreadLocal<Operation> current;

    /** Asks the agent for buckets; blocks says on which disk an operation works. */
    TransferPacing(ThrottleAgent agent, Blocks blocks) {
        this(agent, blocks, () -> Long.MAX_VALUE);
    }

    /** The same where operations that write may have to rest shorter than is configured: the supplier is asked once for each, on its thread. */
    TransferPacing(ThrottleAgent agent, Blocks blocks, LongSupplier mostRestNanos) {
        this.agent = agent;
        this.current = ThreadLocal.withInitial(() -> new Operation(agent, blocks, mostRestNanos));
    }

    /** Charges the bytes to whom the operation is for, and holds the thread back as long as that tenant's share says. */
    void pace(long bytes, Direction direction) {
        try {
            if (!agent.isPassing()) {
                current.get().pace(bytes, direction);
            }
        } catch (Throwable error) {
            // Uncaught, anything but an IOException would kill the transfer thread (BlockReceiver.receiveBlock).
            agent.guard().failed("pacing", error);
        }
    }
}
