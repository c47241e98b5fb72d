package io.hdfsthrottle.bench.load.placed;

/**
 * A tenant's load on a node.
 *
 * @param tenant whose file is read
 * @param node from 0
 * @param threads that read it; one if it has a rate
 * @param rate its demand in bytes a second; infinite for an unlimited one
 */
public record Reader(int tenant, int node, int threads, double rate) {

    public static Reader greedy(int tenant, int node, int threads) {
        return new Reader(tenant, node, threads, Double.POSITIVE_INFINITY);
    }

    public boolean isGreedy() {
        return Double.isInfinite(rate);
    }
}
