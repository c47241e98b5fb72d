package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.agent.ThrottleAgent;
import java.util.function.LongSupplier;

/** Where a DataNode's transfer threads enter: schedules what the calling thread moves, and keeps every error of ours from it. Thread-safe. */
public final class TransferPacing implements PieceGate {

    private final ThrottleAgent agent;
    private final ThreadLocal<Operation> current;

    /**
     * Asks the agent who pays.
     *
     * @param blocks says on which disk an operation works
     * @param peers says for whom it is
     * @param mostWaitNanos how long a write may wait at most where that is shorter than configured; asked once for each, on its thread
     */
    public TransferPacing(ThrottleAgent agent, Blocks blocks, Peers peers, LongSupplier mostWaitNanos) {
        this.agent = agent;
        this.current = ThreadLocal.withInitial(() -> new Operation(agent, blocks, peers, mostWaitNanos));
    }

    @Override
    public void longRead() {
        try {
            if (!agent.isPassing()) {
                current.get().beginLongRead();
            }
        } catch (Throwable error) {
            agent.guard().failed("scheduling", error);
        }
    }

    @Override
    public void beforeRead(long position, int count) {
        try {
            if (!agent.isPassing()) {
                current.get().read(position, count);
            }
        } catch (Throwable error) {
            agent.guard().failed("scheduling", error);
        }
    }

    /** After a packet was moved. */
    public void moved(long bytes, Direction direction) {
        try {
            if (!agent.isPassing()) {
                current.get().moved(bytes, direction);
            }
        } catch (Throwable error) {
            // Uncaught, anything but an IOException would kill the transfer thread (BlockReceiver.receiveBlock).
            agent.guard().failed("scheduling", error);
        }
    }
}
