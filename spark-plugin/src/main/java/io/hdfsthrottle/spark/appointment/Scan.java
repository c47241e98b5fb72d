package io.hdfsthrottle.spark.appointment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One attempt at a stage, and its expected amount of reads; as executors write it to their driver. Immutable. */
final class Scan {

    /** The prefix of an executor's question. */
    static final String QUESTION = "hdfs-throttle appointment ";

    /** A typical upper limit of a file partition: the default of Spark SQL and of HDFS's blocks. */
    static final long LARGEST_PARTITION = 128L << 20;

    /** Smaller scans end too soon for an appointment. */
    static final long HEAVY = 1L << 30;

    private static final Pattern WRITTEN =
            Pattern.compile("hdfs-throttle appointment ([0-9]{1,9})\\.([0-9]{1,9}) ([0-9]{1,15})");

    private final String attempt;
    private final long bytes;

    private Scan(String attempt, long bytes) {
        this.attempt = attempt;
        this.bytes = bytes;
    }

    /**
     * Estimated from one task.
     *
     * @param tasks the attempt's number of tasks
     * @param file the length of the first file that one of them opened
     */
    static Scan of(int stage, int attempt, int tasks, long file) {
        return new Scan(attempt(stage, attempt), tasks * Math.min(Math.max(file, 0), LARGEST_PARTITION));
    }

    /** The name of an attempt. */
    static String attempt(int stage, int attempt) {
        return stage + "." + attempt;
    }

    /** Parses an executor's question; empty if it is none. */
    static Optional<Scan> parse(String question) {
        Matcher matcher = WRITTEN.matcher(question);
        return matcher.matches()
                ? Optional.of(new Scan(matcher.group(1) + "." + matcher.group(2), Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }

    String attempt() {
        return attempt;
    }

    /** The estimated upper limit on the bytes that all of its tasks read. */
    long bytes() {
        return bytes;
    }

    boolean isHeavy() {
        return bytes >= HEAVY;
    }

    String question() {
        return QUESTION + attempt + " " + bytes;
    }
}
