package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.unit.Ticker;

/** What the queues of a node share. Thread-safe. */
public interface QueueHost {

    /** Whether everything passes. */
    Bypass bypass();

    /** The clock. */
    Ticker ticker();

    /** What puts threads to wait. */
    Parker parker();

    /** What the kernel says of the calling thread's reads. */
    DeviceReads deviceReads();

    /** The terms that hold now. */
    Grant grant();

    /** An error of ours that the host must not see. */
    void failed(Throwable error);
}
