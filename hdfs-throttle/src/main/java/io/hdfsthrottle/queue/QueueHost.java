package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The services that the queues of a node share. Immutable; its parts are thread-safe. */
public final class QueueHost {

    private final Bypass bypass;
    private final Ticker ticker;
    private final Parker parker;
    private final DeviceReads deviceReads;
    private final Supplier<Grant> grant;
    private final Consumer<Throwable> failures;
    private final Mode most;

    /** How many long reads took how long for a MiB. */
    private final AtomicLongArray reads;

    /**
     * @param bypass whether everything passes
     * @param parker parks waiting threads
     * @param deviceReads the kernel's count of the calling thread's reads
     * @param grant the terms that are in force
     * @param failures receives errors of the agent that the host must not see
     */
    public QueueHost(
            Bypass bypass,
            Ticker ticker,
            Parker parker,
            DeviceReads deviceReads,
            Supplier<Grant> grant,
            Consumer<Throwable> failures) {
        this(bypass, ticker, parker, deviceReads, grant, failures, Mode.ENFORCE, new AtomicLongArray(ReadTimes.PLACES));
    }

    private QueueHost(
            Bypass bypass,
            Ticker ticker,
            Parker parker,
            DeviceReads deviceReads,
            Supplier<Grant> grant,
            Consumer<Throwable> failures,
            Mode most,
            AtomicLongArray reads) {
        this.bypass = bypass;
        this.ticker = ticker;
        this.parker = parker;
        this.deviceReads = deviceReads;
        this.grant = grant;
        this.failures = failures;
        this.most = most;
        this.reads = reads;
    }

    /** The same for volumes whose I/O is only counted. */
    public QueueHost counting() {
        return new QueueHost(bypass, ticker, parker, deviceReads, grant, failures, Mode.SHADOW, reads);
    }

    /** The times of the long reads without a limit that ended on all of the node's disks. */
    public ReadTimes reads() {
        return ReadTimes.counted(reads::get);
    }

    /** A long read has ended; on any thread. */
    void hasRead(long nanosPerMebi) {
        long unused = reads.incrementAndGet(ReadTimes.place(nanosPerMebi));
    }

    Bypass bypass() {
        return bypass;
    }

    Ticker ticker() {
        return ticker;
    }

    Parker parker() {
        return parker;
    }

    DeviceReads deviceReads() {
        return deviceReads;
    }

    Grant grant() {
        return grant.get();
    }

    /** What is done about a tenant's I/O now. */
    Mode mode(Tenant tenant) {
        return most.least(bypass.mode()).least(grant().modes().of(tenant));
    }

    void failed(Throwable error) {
        failures.accept(error);
    }
}
