package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.queue.WriteBackException;
import java.util.function.LongSupplier;

/**
 * The entry point of a DataNode's transfer threads: schedules the calling thread's I/O, and shields it from all our
 * errors. Thread-safe.
 */
public final class TransferPacing implements PieceGate {

    private final ThrottleAgent agent;
    private final ThreadLocal<Operation> current;

    /**
     * Gets the accounts that pay from the agent.
     *
     * @param blocks tells an operation's disk
     * @param peers tells its user
     * @param mostWaitNanos the longest wait of a write where that is shorter than configured; called once per write, on
     * its thread
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

    /**
     * Called after a packet was moved.
     *
     * @throws WriteBackException if the disk could not write this operation's packets
     */
    public void moved(long bytes, Direction direction) {
        try {
            if (!agent.isPassing()) {
                current.get().moved(bytes, direction);
            }
        } catch (WriteBackException lost) {
            throw lost;
        } catch (Throwable error) {
            // Uncaught, anything but an IOException would kill the transfer thread (BlockReceiver.receiveBlock).
            agent.guard().failed("scheduling", error);
        }
    }
}
