package io.hdfsthrottle.bench.load.placed;

/**
 * What a tenant does on a node.
 *
 * @param tenant whose file is read
 * @param node from 0
 * @param threads that read it; one if it has a rate
 * @param rate what it wants, in bytes a second; infinite for one that takes all it can get
 */
public record Reader(int tenant, int node, int threads, double rate) {

    /** One that takes all it can get. */
    public static Reader greedy(int tenant, int node, int threads) {
        return new Reader(tenant, node, threads, Double.POSITIVE_INFINITY);
    }

    /** Whether it takes all it can get. */
    public boolean isGreedy() {
        return Double.isInfinite(rate);
    }
}
