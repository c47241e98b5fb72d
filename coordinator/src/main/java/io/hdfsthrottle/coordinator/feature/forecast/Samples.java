package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.feature.forecast.model.Boosting;
import java.util.Arrays;

/**
 * Training samples of all tenants, the last {@link #MOST}: observed features, what followed them, and the trees learned
 * from them. For one thread.
 *
 * <p>The target is how far the next slice, and the mean of the next {@link Series#AHEAD}, are from what they would be
 * if nothing changed.
 */
final class Samples {
    /** How many samples are kept: about 350 KiB. */
    static final int MOST = 2_048;

    /** With fewer samples, nothing is learned. */
    static final int FEWEST = 120;

    private final double[][] features = new double[MOST][];
    private final double[] slice = new double[MOST];
    private final double[] stretch = new double[MOST];
    private int count;
    private Boosting nextSlice = Boosting.NONE;
    private Boosting nextStretch = Boosting.NONE;

    /** Adds a sample, in place of the oldest if there is no room. */
    void add(double[] seen, double changeOfSlice, double changeOfStretch) {
        int place = count % MOST;
        features[place] = seen;
        slice[place] = changeOfSlice;
        stretch[place] = changeOfStretch;
        count++;
    }

    /** Learns anew from all samples. */
    void learn() {
        int size = size();
        if (size >= FEWEST) {
            double[][] seen = Arrays.copyOf(features, size);
            nextSlice = Boosting.fit(seen, Arrays.copyOf(slice, size));
            nextStretch = Boosting.fit(seen, Arrays.copyOf(stretch, size));
        }
    }

    int size() {
        return Math.min(count, MOST);
    }

    double changeOfSlice(double[] seen) {
        return nextSlice.predict(seen);
    }

    double changeOfStretch(double[] seen) {
        return nextStretch.predict(seen);
    }
}
