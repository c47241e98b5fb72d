package io.hdfsthrottle.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RecentMedianTest {

    @Test
    void onlyTheLastValuesCount() {
        RecentMedian median = new RecentMedian(3);
        median.add(1);
        median.add(9);
        assertThat(median.median()).isEqualTo(9);
        for (double value : new double[] {2, 3, 4}) {
            median.add(value);
        }
        assertThat(median.median()).isEqualTo(3);
        assertThat(median.count()).isEqualTo(3);
    }

    /** A disk completes as many pieces in ten days. */
    @Test
    @Tag("all")
    void moreValuesThanAnIntCounts_areTakenAsAnyOthers() {
        RecentMedian median = new RecentMedian(31);
        for (long i = 0; i < Integer.MAX_VALUE + 100L; i++) {
            median.add((double) i);
        }
        assertThat(median.median()).isEqualTo(Integer.MAX_VALUE + 99.0 - 15);
    }
}
