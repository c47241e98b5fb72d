package io.hdfsthrottle.bench.scenario.local;

/**
 * The bytes that an application moved on the disk, in bytes a second.
 *
 * @param hdfs read from HDFS by its tasks
 * @param local counted by the kernel for its process: shuffle files, read and written
 */
record MovedBytes(double hdfs, double local) {

    double all() {
        return hdfs + local;
    }

    /** The deviation of two from that proportion, in percent of it; larger is worse in both directions. */
    static double offPercent(MovedBytes light, MovedBytes heavy, double times) {
        double ratio = heavy.all() / light.all();
        return Math.abs(ratio / times - 1) * 100;
    }
}
