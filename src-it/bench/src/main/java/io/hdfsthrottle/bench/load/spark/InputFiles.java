package io.hdfsthrottle.bench.load.spark;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The files in HDFS of a kind of job: a short one that is read before time is measured, and one for each copy of the
 * job.
 *
 * @param name the beginning of their names
 * @param copies how many copies may run at once
 */
record InputFiles(String name, int copies) {

    /** The short one. */
    String warm() {
        return "/warm-" + name;
    }

    /** That of a copy, from 0. */
    String of(int copy) {
        return "/" + name + "-" + copy;
    }

    /** All of them. */
    List<String> all() {
        return Stream.concat(Stream.of(warm()), IntStream.range(0, copies).mapToObj(this::of))
                .toList();
    }
}
