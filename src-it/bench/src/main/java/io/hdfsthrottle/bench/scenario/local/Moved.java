package io.hdfsthrottle.bench.scenario.local;

/**
 * What an application moved on the disk, in bytes a second.
 *
 * @param hdfs what its tasks read from HDFS
 * @param local what the kernel counted of its process: shuffle files, read and written
 */
record Moved(double hdfs, double local) {

    double all() {
        return hdfs + local;
    }

    /** How far two are from being in that proportion, in percent of it; larger is worse on both sides. */
    static double offPercent(Moved light, Moved heavy, double times) {
        double ratio = heavy.all() / light.all();
        return Math.abs(ratio / times - 1) * 100;
    }
}
