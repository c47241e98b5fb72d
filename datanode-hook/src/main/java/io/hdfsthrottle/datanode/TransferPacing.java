package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.layer.TransferThread;
import io.hdfsthrottle.layer.Work;
import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.Transfer;
import io.hdfsthrottle.pace.Volume;
import java.util.function.LongSupplier;

/**
 * Finds the bucket that pays for what the calling transfer thread moves.
 *
 * <p>The thread's name is a new String for every operation, and only then, so a comparison by reference with the last one
 * seen tells whether the answer of last time still holds: no parsing and no look-up while an operation runs. Thread-safe;
 * what is remembered belongs to one thread.
 */
final class TransferPacing {

    private final ThrottleAgent agent;
    private final Blocks blocks;
    private final LongSupplier longestRestNanos;
    private final ThreadLocal<Operation> current = ThreadLocal.withInitial(Operation::new);

    /** Asks the agent for buckets; blocks says on which disk an operation works. */
    TransferPacing(ThrottleAgent agent, Blocks blocks) {
        this(agent, blocks, () -> Long.MAX_VALUE);
    }

    /** The same where operations may have to rest shorter than is configured: the supplier is asked once for each, on its thread. */
    TransferPacing(ThrottleAgent agent, Blocks blocks, LongSupplier longestRestNanos) {
        this.agent = agent;
        this.blocks = blocks;
        this.longestRestNanos = longestRestNanos;
    }

    /** Charges the bytes to whom the operation is for, and holds the thread back as long as that tenant's share says. */
    void pace(long bytes, Direction direction) {
        try {
            if (agent.isPassing()) {
                return;
            }
            Operation operation = operation(direction);
            if (direction == Direction.WRITE) {
                operation.bucket.pace(bytes, bytes, operation.longestRestNanos);
            } else if (operation.thread.isHeldByKernel()) {
                operation.bucket.watch(bytes, operation.reads);
            } else {
                operation.bucket.paceRead(bytes, operation.reads, operation.longestRestNanos);
            }
        } catch (Throwable error) {
            // Uncaught, anything but an IOException would kill the transfer thread (BlockReceiver.receiveBlock).
            agent.guard().failed("pacing", error);
        }
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a new name is a new String: see above
    private Operation operation(Direction direction) {
        Operation operation = current.get();
        String threadName = Thread.currentThread().getName();
        int generation = agent.generation();
        if (operation.threadName != threadName || operation.generation != generation) {
            TransferName name = TransferName.parse(threadName);
            Volume volume = blocks.volume(name);
            operation.worksFor(payer(name, direction, volume), agent, name);
            operation.longestRestNanos = longestRestNanos.getAsLong();
            operation.threadName = threadName;
            operation.generation = generation;
            agent.layers().enter(operation.thread, operation.work(volume, direction));
        }
        return operation;
    }

    private TenantBucket payer(TransferName name, Direction direction, Volume volume) {
        return OwnWork.of(name, direction, blocks)
                .map(tenant -> agent.bucket(tenant, volume))
                .orElseGet(() -> agent.bucket(name.client(), name.address(), volume));
    }

    private static final class Operation {
        private String threadName;
        private int generation;
        private TenantBucket bucket;
        private Transfer transfer;
        private ReadCharge reads;
        private TransferThread thread;
        private long longestRestNanos;

        Work work(Volume volume, Direction direction) {
            Tenant payer = bucket.tenant();
            return direction == Direction.READ ? Work.reading(payer, volume) : Work.writing(payer, volume);
        }

        void worksFor(TenantBucket payer, ThrottleAgent agent, TransferName name) {
            if (transfer == null) {
                transfer = agent.transferOfThisThread();
                reads = agent.readsOfThisThread();
                // A DataXceiver serves one connection and ends with it.
                thread = agent.layeredThisThread(name.address(), name.port());
            }
            if (payer == bucket) {
                return;
            }
            if (bucket != null) {
                bucket.settle(reads.rest());
                bucket.leave(transfer);
            }
            payer.join(transfer);
            bucket = payer;
        }
    }
}
