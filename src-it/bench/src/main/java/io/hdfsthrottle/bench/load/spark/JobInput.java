package io.hdfsthrottle.bench.load.spark;

import java.util.List;
import java.util.Map;

/** The files that the copies of a job read, and what the job must find in them. Immutable. */
interface JobInput {

    /** All files in HDFS. */
    List<String> paths();

    /**
     * The arguments of the job's class.
     *
     * @param copy which of the copies runs, from 0
     * @param output a folder in HDFS that does not exist, for jobs that write
     */
    Map<String, String> arguments(int copy, String output);

    /** Whether the result of a job is right. */
    boolean isFoundIn(Map<String, Object> result);

    /** What one copy reads, in bytes. */
    double bytesRead();

    /** What one copy writes, in bytes. */
    double bytesWritten();

    /** A number of a result. */
    static double number(Map<String, Object> result, String name) {
        return ((Number) result.get(name)).doubleValue();
    }
}
