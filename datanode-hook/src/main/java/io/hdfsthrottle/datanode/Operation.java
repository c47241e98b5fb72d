package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.Client;
import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.layer.TransferThread;
import io.hdfsthrottle.layer.Work;
import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.Transfer;
import io.hdfsthrottle.pace.Volume;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What one transfer thread works on, and the bucket that pays for it. Used by that thread alone.
 *
 * <p>The thread's name is a new String for every operation, and only then, so a comparison by reference tells whether one goes on: no
 * parsing and no look-up while it runs. A thread serves one connection, so much of what was found out for one operation holds for the
 * next: who the client is until there is a new grant, and for somebody who reads the same block again, everything.
 */
final class Operation {

    /** A block may move to another disk ({@code DiskBalancer}); whoever reads one again and again is looked up anew after so long. */
    private static final long KNOWN_NANOS = 1_000_000_000L;

    private final ThrottleAgent agent;
    private final Blocks blocks;
    private final LongSupplier mostRestNanos;

    private String threadName;
    private int generation;
    private long longestRestNanos;

    private TransferName name = TransferName.NONE;
    private Direction direction;
    private long knownSinceNanos;
    private Client client;
    private TenantBucket bucket;
    private Work work;

    private Transfer transfer;
    private ReadCharge reads;
    private TransferThread thread;

    /** The calling thread's, before it has done any. */
    Operation(ThrottleAgent agent, Blocks blocks, LongSupplier mostRestNanos) {
        this.agent = agent;
        this.blocks = blocks;
        this.mostRestNanos = mostRestNanos;
    }

    /** Charges a packet to whom it is for, and holds the thread back as long as that tenant's share says. */
    void pace(long bytes, Direction packetsDirection) {
        goOn(packetsDirection);
        if (packetsDirection == Direction.WRITE) {
            bucket.pace(bytes, bytes, longestRestNanos);
        } else if (thread.isHeldByKernel()) {
            bucket.watch(bytes, reads);
        } else {
            bucket.paceRead(bytes, reads, longestRestNanos);
        }
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a new name is a new String: see above
    private void goOn(Direction newDirection) {
        String newName = Thread.currentThread().getName();
        int newGeneration = agent.generation();
        if (threadName == newName && generation == newGeneration) {
            return;
        }
        long nowNanos = agent.ticker().nanos();
        if (!readsTheSameAgain(newName, newDirection, newGeneration, nowNanos)) {
            begin(name.next(newName), newDirection);
            knownSinceNanos = nowNanos;
        }
        longestRestNanos = mostRestNanos.getAsLong();
        threadName = newName;
        generation = newGeneration;
        agent.layers().enter(thread, work);
    }

    private boolean readsTheSameAgain(String newName, Direction newDirection, int newGeneration, long nowNanos) {
        return newDirection == Direction.READ
                && direction == Direction.READ
                && generation == newGeneration
                && nowNanos - knownSinceNanos < KNOWN_NANOS
                && name.isOf(newName);
    }

    private void begin(TransferName newName, Direction newDirection) {
        Volume volume = blocks.volume(newName);
        worksFor(payer(newName, newDirection, volume), newName);
        work = newDirection == Direction.READ
                ? Work.reading(bucket.tenant(), volume)
                : Work.writing(bucket.tenant(), volume);
        name = newName;
        direction = newDirection;
    }

    private TenantBucket payer(TransferName newName, Direction newDirection, Volume volume) {
        Optional<Tenant> own = OwnWork.of(newName, newDirection, blocks);
        if (own.isPresent()) {
            return agent.bucket(own.get(), volume);
        }
        if (client == null || !client.isCalled(newName.client(), newName.address())) {
            client = agent.client(newName.client(), newName.address());
        }
        return client.bucket(volume);
    }

    private void worksFor(TenantBucket payer, TransferName newName) {
        if (transfer == null) {
            transfer = agent.transferOfThisThread();
            reads = agent.readsOfThisThread();
            // A DataXceiver serves one connection and ends with it.
            thread = agent.layeredThisThread(newName.address(), newName.port());
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
