package io.hdfsthrottle.coordinator.feature.forecast.model;

/**
 * A small binary regression tree that predicts a number from features; values above a threshold go right. Immutable.
 */
final class RegressionTree {
    private final int[] feature;
    private final double[] threshold;
    private final double[] value;

    /**
     * A tree as a heap: the children of a node i are 2i+1 and 2i+2.
     *
     * @param feature which feature a node tests; -1 for a leaf
     */
    RegressionTree(int[] feature, double[] threshold, double[] value) {
        this.feature = feature;
        this.threshold = threshold;
        this.value = value;
    }

    double predict(double[] features) {
        int node = 0;
        while (feature[node] >= 0) {
            node = 2 * node + (features[feature[node]] <= threshold[node] ? 1 : 2);
        }
        return value[node];
    }
}
