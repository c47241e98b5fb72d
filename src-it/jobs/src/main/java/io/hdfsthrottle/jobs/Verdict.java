package io.hdfsthrottle.jobs;

/** A job's result on standard output: one JSON line that says whether it read what it wrote. */
final class Verdict {

    private Verdict() {}

    /** {@code {"job":..,"rows":..,"sum":..,"matches":true|false}}, with the figures that were read. */
    static void print(String job, Sums written, Sums read) {
        System.out.printf(
                "{\"job\":\"%s\",\"rows\":%d,\"sum\":%d,\"matches\":%b}%n",
                job, read.rows, read.sum, written.rows == read.rows && written.sum == read.sum);
    }

    /** The sums that two reads of the same data must agree on. */
    static final class Sums {

        private final long rows;
        private final long sum;

        Sums(long rows, long sum) {
            this.rows = rows;
            this.sum = sum;
        }
    }
}
