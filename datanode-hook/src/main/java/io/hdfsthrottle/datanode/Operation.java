package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.Client;
import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.identity.Tenant;
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
 * next: who the client is until there is a new grant, and for somebody who reads one of the same blocks again, everything
 * ({@link KnownReads}).
 */
final class Operation {

    private final ThrottleAgent agent;
    private final Blocks blocks;
    private final LongSupplier mostRestNanos;

    /** Whether anybody wants the kernel's layers: a call that is not made need not be fetched into the processor's caches. */
    private final boolean layered;

    private final KnownReads known = new KnownReads();
    private String threadName;
    private int generation;
    private long longestRestNanos;

    private TransferName name = TransferName.NONE;
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
        this.layered = agent.layers().areWanted();
    }

    /** Charges a packet to whom it is for, and holds the thread back as long as that tenant's share says. */
    void pace(long bytes, Direction packetsDirection) {
        goOn(packetsDirection);
        if (packetsDirection == Direction.WRITE) {
            bucket.pace(bytes, bytes, longestRestNanos);
        } else if (layered && thread.isHeldByKernel()) {
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
        if (newDirection == Direction.READ) {
            read(newName, newGeneration);
            longestRestNanos = Long.MAX_VALUE;
        } else {
            begin(newName, newDirection);
            longestRestNanos = mostRestNanos.getAsLong();
        }
        threadName = newName;
        generation = newGeneration;
        if (layered) {
            agent.layers().enter(thread, work);
        }
    }

    private void read(String newName, int newGeneration) {
        long nowNanos = agent.ticker().nanos();
        KnownReads.Read read = known.find(newName, newGeneration, nowNanos);
        if (read == KnownReads.Read.UNKNOWN) {
            begin(newName, Direction.READ);
            known.remember(newName, new KnownReads.Read(name, bucket, work, newGeneration, nowNanos));
        } else {
            worksFor(read.payer(), read.name());
            work = read.work();
            name = read.name();
        }
    }

    private void begin(String newThreadName, Direction newDirection) {
        TransferName newName = name.next(newThreadName);
        Volume volume = blocks.volume(newName);
        worksFor(payer(newName, newDirection, volume), newName);
        work = newDirection == Direction.READ
                ? Work.reading(bucket.tenant(), volume)
                : Work.writing(bucket.tenant(), volume);
        name = newName;
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
        if (thread == null) {
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
