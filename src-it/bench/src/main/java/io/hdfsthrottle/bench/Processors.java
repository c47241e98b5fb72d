package io.hdfsthrottle.bench;

import java.io.IOException;

/** Which processors a process may use (sched_setaffinity(2), through taskset of util-linux; needs no root). */
final class Processors {

    private static final int ALL = Runtime.getRuntime().availableProcessors();

    private Processors() {}

    /** Whether there is one for each of two processes. */
    static boolean areEnough() {
        return ALL >= 2;
    }

    /** All threads that the process has, and those that they start. */
    static void only(long process, int processor) throws IOException, InterruptedException {
        Steps.run("taskset", "-a", "-c", "-p", Integer.toString(processor), Long.toString(process));
    }

    /** Undoes {@link #only}. */
    static void any(long process) throws IOException, InterruptedException {
        Steps.run("taskset", "-a", "-c", "-p", "0-" + (ALL - 1), Long.toString(process));
    }
}
