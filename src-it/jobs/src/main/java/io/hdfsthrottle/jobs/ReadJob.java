package io.hdfsthrottle.jobs;

import java.io.IOException;

/**
 * Spark job that reads the files of an HDFS folder repeatedly with a given number of tasks: see {@link CheckedReads}.
 *
 * <p>Arguments: {@code folder}, {@code threads}, {@code manifest}, {@code ready} and {@code gate} (see
 * {@link StartGate}), {@code timeline} (see {@link Timeline}), {@code result} (a JSON file with the counts).
 */
public final class ReadJob {

    private ReadJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        CheckedReads.run(arguments, arguments.text("folder"), false);
    }
}
