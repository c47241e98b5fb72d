package io.hdfsthrottle.queue;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Branch;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * An application on a volume: what pays for its operations there. Threads of the host open a {@link Stream} below it for each operation.
 * Thread-safe.
 */
public final class Account {

    /** What the name of an application that has a tag begins with, before its id; others are named by what is known of them. */
    public static final String APPLICATION = "app:";

    private final VolumeQueue queue;
    private final TenantQueue tenant;
    private final Branch branch;
    final AtomicInteger streams = new AtomicInteger();
    final LongAdder waitedNanos = new LongAdder();
    volatile long lastUsedNanos;

    private volatile long usualLength;

    Account(VolumeQueue queue, TenantQueue tenant, Branch branch) {
        this.queue = queue;
        this.tenant = tenant;
        this.branch = branch;
    }

    /** Whose application it is. */
    public Tenant tenant() {
        return tenant.tenant();
    }

    /** The queue that it waits in. */
    public VolumeQueue queue() {
        return queue;
    }

    /** A read of more than a few packets by the calling thread; read ahead by the queue if there is a file, or else held before each piece. */
    public Stream longRead(Optional<BlockFile> file) {
        return queue.join(
                file.<Stream>map(open -> new ReadAhead(this, open)).orElseGet(() -> new Held(this, true, true)));
    }

    /** A short read by the calling thread: held before each packet. */
    public Stream shortRead() {
        return queue.join(new Held(this, true, false));
    }

    /**
     * A write by the calling thread; written back by the queue if there is a file, or else held before each piece.
     *
     * @param mostWaitNanos no single wait is longer than that, whatever the limits say
     */
    public Stream write(Optional<BlockFile> file, long mostWaitNanos) {
        Stream stream =
                file.<Stream>map(open -> new WriteBehind(this, open)).orElseGet(() -> new Held(this, false, true));
        stream.waitAtMost(mostWaitNanos);
        return queue.join(stream);
    }

    /** Counts what passes unscheduled: the kernel holds it, or nobody does. */
    public void pass(long bytes) {
        tenant.transferred.add(bytes);
    }

    boolean isUnused(long forNanos, long now) {
        return streams.get() == 0 && now - lastUsedNanos > forNanos;
    }

    Branch branch() {
        return branch;
    }

    TenantQueue tenantQueue() {
        return tenant;
    }

    /** How long the application's last long read was, in bytes; 0 while none has ended. */
    long usualLength() {
        return usualLength;
    }

    void usualLength(long bytes) {
        usualLength = bytes;
    }
}
