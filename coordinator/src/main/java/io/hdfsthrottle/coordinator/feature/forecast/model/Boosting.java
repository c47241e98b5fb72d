package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.Arrays;

/**
 * Gradient boosted regression trees for squared errors, grown on histograms. They learn a deviation: without samples,
 * and where the features carry no information, they predict nearly 0. Immutable, thread-safe.
 *
 * <p>Friedman: Greedy Function Approximation: A Gradient Boosting Machine, 2001; leaves are shrunk as in Chen,
 * Guestrin: XGBoost: A Scalable Tree Boosting System, 2016, equation 5.
 */
public final class Boosting {
    /** Untrained; predicts 0. */
    public static final Boosting NONE = new Boosting(new RegressionTree[0]);

    private static final int TREES = 30;
    private static final int DEPTH = 3;
    private static final double SHRINKAGE = 0.15;
    private static final int BINS = 32;
    private static final int SMALLEST_LEAF = 20;
    private static final double REGULARISATION = 10;

    private final RegressionTree[] trees;

    private Boosting(RegressionTree[] trees) {
        this.trees = trees;
    }

    /**
     * Trains trees.
     *
     * @param samples the features of each sample, all equally many
     * @param targets the value that followed each sample
     */
    public static Boosting fit(double[][] samples, double[] targets) {
        return samples.length < 2 * SMALLEST_LEAF ? NONE : new Boosting(new Growth(samples, targets).grow());
    }

    /** The predicted value for such features. */
    public double predict(double[] features) {
        double sum = 0;
        for (RegressionTree tree : trees) {
            sum += tree.predict(features);
        }
        return sum;
    }

    /** Trees while they grow. */
    private static final class Growth {
        private static final int NODES = (1 << (DEPTH + 1)) - 1;

        private final double[][] samples;
        private final double[][] edges;
        private final byte[][] bins;
        private final double[] left;
        private final int[] node;

        private int[] feature;
        private double[] threshold;
        private double[] value;
        private int[] split;

        Growth(double[][] samples, double[] targets) {
            this.samples = samples;
            this.left = targets.clone();
            int features = samples[0].length;
            edges = new double[features][];
            bins = new byte[features][samples.length];
            node = new int[samples.length];
            for (int f = 0; f < features; f++) {
                edges[f] = edges(f);
                for (int i = 0; i < samples.length; i++) {
                    bins[f][i] = (byte) bin(edges[f], samples[i][f]);
                }
            }
        }

        /**
         * The edges that cut a feature's values into bins of about equal counts: each edge is the largest value of its
         * bin.
         */
        private double[] edges(int f) {
            double[] sorted = new double[samples.length];
            for (int i = 0; i < sorted.length; i++) {
                sorted[i] = samples[i][f];
            }
            Arrays.sort(sorted);
            double[] found = new double[BINS - 1];
            int count = 0;
            for (int b = 1; b < BINS; b++) {
                double edge = sorted[b * (sorted.length - 1) / BINS];
                if (edge < sorted[sorted.length - 1] && (count == 0 || edge > found[count - 1])) {
                    found[count++] = edge;
                }
            }
            return Arrays.copyOf(found, count);
        }

        private static int bin(double[] edges, double value) {
            int place = Arrays.binarySearch(edges, value);
            return place >= 0 ? place : -place - 1;
        }

        RegressionTree[] grow() {
            RegressionTree[] trees = new RegressionTree[TREES];
            for (int t = 0; t < TREES; t++) {
                trees[t] = tree();
                for (int i = 0; i < left.length; i++) {
                    left[i] -= value[node[i]];
                }
            }
            return trees;
        }

        private RegressionTree tree() {
            feature = new int[NODES];
            threshold = new double[NODES];
            value = new double[NODES];
            split = new int[NODES];
            Arrays.fill(feature, -1);
            Arrays.fill(node, 0);
            for (int depth = 0; depth < DEPTH; depth++) {
                splitLevel((1 << depth) - 1, (1 << (depth + 1)) - 1);
                for (int i = 0; i < node.length; i++) {
                    int at = node[i];
                    if (feature[at] >= 0) {
                        node[i] = 2 * at + (bins[feature[at]][i] <= split[at] ? 1 : 2);
                    }
                }
            }
            double[] sums = new double[NODES];
            int[] counts = new int[NODES];
            for (int i = 0; i < node.length; i++) {
                sums[node[i]] += left[i];
                counts[node[i]]++;
            }
            for (int n = 0; n < NODES; n++) {
                value[n] = SHRINKAGE * sums[n] / (counts[n] + REGULARISATION);
            }
            return new RegressionTree(feature, threshold, value);
        }

        /** Finds the best split of each node from one to another. */
        private void splitLevel(int from, int to) {
            double[] gains = new double[NODES];
            for (int f = 0; f < edges.length; f++) {
                double[][] sums = new double[to - from][edges[f].length + 1];
                int[][] counts = new int[to - from][edges[f].length + 1];
                for (int i = 0; i < node.length; i++) {
                    if (node[i] >= from) {
                        sums[node[i] - from][bins[f][i]] += left[i];
                        counts[node[i] - from][bins[f][i]]++;
                    }
                }
                for (int n = from; n < to; n++) {
                    splitNode(n, f, sums[n - from], counts[n - from], gains);
                }
            }
        }

        private void splitNode(int n, int f, double[] sums, int[] counts, double[] gains) {
            double all = Arrays.stream(sums).sum();
            int count = Arrays.stream(counts).sum();
            double before = all * all / (count + REGULARISATION);
            double low = 0;
            int lower = 0;
            for (int b = 0; b < edges[f].length; b++) {
                low += sums[b];
                lower += counts[b];
                if (lower >= SMALLEST_LEAF && count - lower >= SMALLEST_LEAF) {
                    double high = all - low;
                    double gain = low * low / (lower + REGULARISATION)
                            + high * high / (count - lower + REGULARISATION)
                            - before;
                    if (gain > gains[n] + 1e-12 * before) {
                        gains[n] = gain;
                        feature[n] = f;
                        threshold[n] = edges[f][b];
                        split[n] = b;
                    }
                }
            }
        }
    }
}
