package io.hdfsthrottle.bench.scenario.speculation;

/**
 * One run of a job of which one task waits for bandwidth.
 *
 * @param copies how many tasks Spark started a second time
 * @param extraBytes what DataNodes moved for the tenant beyond the text, in bytes
 * @param extraPercent the same, in per cent of the text
 * @param waitingSeconds how long the task that waits ran
 */
record WaitingRun(long copies, long extraBytes, double extraPercent, double waitingSeconds) {}
