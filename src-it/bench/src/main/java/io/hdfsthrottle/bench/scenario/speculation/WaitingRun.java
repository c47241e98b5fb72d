package io.hdfsthrottle.bench.scenario.speculation;

/**
 * One run of a job of which one task waits for bandwidth.
 *
 * @param copies the number of tasks that Spark started a second time
 * @param movedBytes the bytes that DataNodes moved for the tenant, checksums and headers of packets included
 * @param extraBytes of these, the bytes beyond what a run moves in which nothing is copied or hedged
 * @param waitingSeconds the run time of the waiting task
 */
record WaitingRun(long copies, long movedBytes, long extraBytes, double waitingSeconds) {

    /** The extra bytes in percent of the others. */
    double extraPercent() {
        return extraBytes * 100.0 / (movedBytes - extraBytes);
    }
}
