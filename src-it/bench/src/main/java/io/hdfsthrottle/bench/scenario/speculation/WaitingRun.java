package io.hdfsthrottle.bench.scenario.speculation;

/**
 * One run of a job of which one task waits for bandwidth.
 *
 * @param copies the number of tasks that Spark started a second time
 * @param extraBytes the bytes that DataNodes moved for the tenant beyond the text
 * @param extraPercent the same, in per cent of the text
 * @param waitingSeconds the run time of the waiting task
 */
record WaitingRun(long copies, long extraBytes, double extraPercent, double waitingSeconds) {}
