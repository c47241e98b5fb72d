package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Gradient boosted regression trees for squared errors, grown on histograms. They learn a deviation: without samples,
 * and where the features carry no information, they predict nearly 0. Immutable, thread-safe.
 *
 * <p>Friedman: Greedy Function Approximation: A Gradient Boosting Machine, 2001; leaves are shrunk as in Chen,
 * Guestrin: XGBoost: A Scalable Tree Boosting System, 2016, equation 5.
 */
public final class Boosting {
    /** Untrained; predicts 0. */
    public static final Boosting NONE = new Boosting(new Node[0]);

    private static final int TREES = 30;
    private static final int DEPTH = 3;
    private static final double SHRINKAGE = 0.15;
    private static final int BINS = 32;
    private static final int SMALLEST_LEAF = 20;
    private static final double REGULARISATION = 10;

    private final Node[] trees;

    private Boosting(Node[] trees) {
        this.trees = trees;
    }

    /**
     * Trains trees.
     *
     * @param samples the features of each sample, all equally many
     * @param targets the value that followed each sample
     */
    public static Boosting fit(double[][] samples, double[] targets) {
        if (samples.length < 2 * SMALLEST_LEAF) {
            return NONE;
        }
        Growth growth = new Growth(samples, targets.clone());
        Node[] trees = new Node[TREES];
        for (int t = 0; t < TREES; t++) {
            Node tree = growth.node(IntStream.range(0, samples.length).toArray(), DEPTH);
            Arrays.setAll(growth.left, i -> growth.left[i] - tree.predict(samples[i]));
            trees[t] = tree;
        }
        return new Boosting(trees);
    }

    /** Its trees as numbers, to be stored: in preorder, a split is its feature and its edge, a leaf -1 and its value. */
    public List<List<Double>> written() {
        return Arrays.stream(trees).map(Boosting::written).toList();
    }

    private static List<Double> written(Node node) {
        return node.split == null
                ? List.of(-1.0, node.value)
                : Stream.of(
                                List.of((double) node.split.feature, node.split.edge),
                                written(node.low),
                                written(node.high))
                        .flatMap(List::stream)
                        .toList();
    }

    /**
     * Trees as they are written.
     *
     * @param features how many there are
     * @throws IllegalArgumentException if they are no trees for so many features
     */
    public static Boosting of(List<List<Double>> written, int features) {
        if (written.size() > TREES) {
            throw new IllegalArgumentException(written.size() + " trees");
        }
        List<Node> trees = new ArrayList<>();
        for (List<Double> tree : written) {
            Iterator<Double> numbers = tree.iterator();
            trees.add(node(numbers, features, DEPTH));
            if (numbers.hasNext()) {
                throw new IllegalArgumentException("more than a tree");
            }
        }
        return new Boosting(trees.toArray(new Node[0]));
    }

    private static Node node(Iterator<Double> numbers, int features, int depth) {
        double feature = next(numbers);
        double value = next(numbers);
        if (feature == -1) {
            return new Node(value, null, null, null);
        }
        if (depth == 0 || feature != Math.rint(feature) || feature < 0 || feature >= features) {
            throw new IllegalArgumentException("no split by feature " + feature);
        }
        Split split = new Split((int) feature, 0, value, 0);
        return new Node(0, split, node(numbers, features, depth - 1), node(numbers, features, depth - 1));
    }

    private static double next(Iterator<Double> numbers) {
        if (numbers.hasNext()) {
            double number = numbers.next();
            if (Double.isFinite(number)) {
                return number;
            }
        }
        throw new IllegalArgumentException("a part of a tree");
    }

    /** The predicted value for such features. */
    public double predict(double[] features) {
        return Arrays.stream(trees).mapToDouble(tree -> tree.predict(features)).sum();
    }

    /** A leaf predicts its value; of another node, features up to its split's edge go low. */
    private record Node(double value, Split split, Node low, Node high) {
        double predict(double[] features) {
            Node node = this;
            while (node.split != null) {
                node = features[node.split.feature] <= node.split.edge ? node.low : node.high;
            }
            return node.value;
        }
    }

    private record Split(int feature, int bin, double edge, double gain) {}

    /** Trees while they grow. */
    private static final class Growth {
        /** What cuts a feature's values into bins of about equal counts: the largest value of each bin. */
        private final double[][] edges;

        /** By feature, the bin of each sample. */
        private final int[][] bins;

        /** What trees so far do not predict of each sample's target. */
        private final double[] left;

        Growth(double[][] samples, double[] left) {
            this.left = left;
            edges = new double[samples[0].length][];
            bins = new int[edges.length][samples.length];
            for (int f = 0; f < edges.length; f++) {
                int feature = f;
                double[] edge = edges(Arrays.stream(samples)
                        .mapToDouble(sample -> sample[feature])
                        .sorted()
                        .toArray());
                Arrays.setAll(bins[f], i -> {
                    int place = Arrays.binarySearch(edge, samples[i][feature]);
                    return place >= 0 ? place : -place - 1;
                });
                edges[f] = edge;
            }
        }

        private static double[] edges(double[] sorted) {
            return IntStream.range(1, BINS)
                    .mapToDouble(b -> sorted[b * (sorted.length - 1) / BINS])
                    .filter(edge -> edge < sorted[sorted.length - 1])
                    .distinct()
                    .toArray();
        }

        Node node(int[] samples, int depth) {
            Optional<Split> best = depth == 0 ? Optional.empty() : split(samples);
            if (best.isEmpty()) {
                double sum = Arrays.stream(samples).mapToDouble(i -> left[i]).sum();
                return new Node(SHRINKAGE * sum / (samples.length + REGULARISATION), null, null, null);
            }
            Split split = best.get();
            int[] bin = bins[split.feature];
            int[] low = Arrays.stream(samples).filter(i -> bin[i] <= split.bin).toArray();
            int[] high = Arrays.stream(samples).filter(i -> bin[i] > split.bin).toArray();
            return new Node(0, split, node(low, depth - 1), node(high, depth - 1));
        }

        /** The split that reduces squared errors most; empty if none does. */
        private Optional<Split> split(int[] samples) {
            Split best = new Split(0, 0, 0, 0);
            for (int f = 0; f < edges.length; f++) {
                double[] sums = new double[edges[f].length + 1];
                int[] counts = new int[sums.length];
                for (int i : samples) {
                    sums[bins[f][i]] += left[i];
                    counts[bins[f][i]]++;
                }
                double all = Arrays.stream(sums).sum();
                double before = squared(all, samples.length);
                double low = 0;
                int lower = 0;
                for (int b = 0; b < edges[f].length; b++) {
                    low += sums[b];
                    lower += counts[b];
                    int higher = samples.length - lower;
                    double gain = squared(low, lower) + squared(all - low, higher) - before;
                    if (Math.min(lower, higher) >= SMALLEST_LEAF && gain > best.gain + 1e-12 * before) {
                        best = new Split(f, b, edges[f][b], gain);
                    }
                }
            }
            return Optional.of(best).filter(split -> split.gain > 0);
        }

        private static double squared(double sum, int count) {
            return sum * sum / (count + REGULARISATION);
        }
    }
}
