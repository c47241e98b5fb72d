package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.feature.forecast.model.Boosting;
import io.hdfsthrottle.identity.Tenant;
import java.util.Arrays;
import java.util.Map;

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
    private int learnedFrom;
    private Boosting nextSlice;
    private Boosting nextStretch;

    /** No samples, and the trees that another leader has grown. */
    Samples(Learned before) {
        learnedFrom = before.samples();
        nextSlice = Boosting.of(before.slice(), Series.FEATURES);
        nextStretch = Boosting.of(before.stretch(), Series.FEATURES);
    }

    /** What it has learned, with these standings of tenants. */
    Learned learned(Map<Tenant, Learned.Standing> tenants) {
        return new Learned(learnedFrom, nextSlice.written(), nextStretch.written(), tenants);
    }

    /** Adds a sample, in place of the oldest if there is no room. */
    void add(double[] seen, double changeOfSlice, double changeOfStretch) {
        int place = count % MOST;
        features[place] = seen;
        slice[place] = changeOfSlice;
        stretch[place] = changeOfStretch;
        count++;
    }

    /** Learns anew from all samples; not from less than half as many as the trees have learned from. */
    void learn() {
        int size = size();
        if (size >= FEWEST && size >= learnedFrom / 2) {
            learnedFrom = size;
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
