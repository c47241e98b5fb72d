package io.hdfsthrottle.part;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of an application that an operation is for, as the application claims: {@code ~<executor>~<pool>~<task>}
 * behind the tag in the HDFS client's name. It is not signed, because it only divides what is the application's own.
 * Immutable.
 */
public final class Part {

    /** Its first character, which no tag has. */
    public static final char BEGINS = '~';

    /** No part in particular. */
    public static final Part NONE = new Part("", "", "");

    private static final int LONGEST_EXECUTOR = 16;
    private static final Pattern WRITTEN =
            Pattern.compile("~([A-Za-z0-9._-]{0,16})~([A-Za-z0-9._-]{0,32})~([0-9]{0,19})_-?[0-9]{1,20}_[0-9]{1,20}");

    private final String executor;
    private final String pool;
    private final String task;

    private Part(String executor, String pool, String task) {
        this.executor = executor;
        this.pool = pool;
        this.task = task;
    }

    /**
     * An executor and a pool of an application; each may be empty for none in particular.
     *
     * @param executor its name; one that cannot be written counts as none in particular
     * @param pool any text
     */
    public static Part of(String executor, String pool) {
        boolean written = executor.length() <= LONGEST_EXECUTOR && PoolName.isPlain(executor);
        return new Part(written ? executor : "", PoolName.of(pool), "");
    }

    /** The same, of that task; the number is 0 or more. */
    public Part task(long number) {
        return new Part(executor, pool, Long.toString(number));
    }

    /**
     * Reads it from an HDFS client's name, {@code DFSClient_<tag><part>_<random>_<thread>}; nothing where there is
     * none.
     */
    public static Optional<Part> inClientName(String clientName) {
        int begins = clientName.indexOf(BEGINS);
        if (begins < 0) {
            return Optional.empty();
        }
        Matcher matcher = WRITTEN.matcher(clientName).region(begins, clientName.length());
        return matcher.matches()
                ? Optional.of(new Part(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /** The executor; empty for none in particular. */
    public String executor() {
        return executor;
    }

    /** The pool; empty for none. */
    public String pool() {
        return pool;
    }

    /** The task; empty for none in particular. */
    public String task() {
        return task;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Part && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(executor, pool, task);
    }

    /** As it is written behind the tag. */
    @Override
    public String toString() {
        return BEGINS + executor + BEGINS + pool + BEGINS + task;
    }
}
