package io.hdfsthrottle.jobs;

import java.io.IOException;

/**
 * Spark job that reads the files of several HDFS folders, each task in its own order, so from each folder in proportion
 * to its size: see {@link CheckedReads}.
 *
 * <p>Arguments: those of {@link ReadJob}, but {@code folders} (comma-separated); there is also a timeline per folder,
 * with {@code -1} and so on after its name.
 */
public final class SpreadReadJob {

    private SpreadReadJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        CheckedReads.run(arguments, arguments.text("folders"), true);
    }
}
