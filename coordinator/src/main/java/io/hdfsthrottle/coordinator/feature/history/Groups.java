package io.hdfsthrottle.coordinator.feature.history;

/**
 * The ten groups of tenants, by how much of its fair share a tenant used: from 0, which used least, to 9. Around a fair
 * share there is a group whose factor is 1, so that noise does not move a tenant that has its fair share. Pure.
 */
final class Groups {
    /** The number of groups. */
    static final int COUNT = 10;

    /** The group of tenants that have their fair share. */
    static final int FAIR = 5;

    /** Where each group but the first begins, in fair shares. */
    private static final double[] BEGIN = {0.1, 0.3, 0.5, 0.7, 0.9, 1.1, 1.4, 2, 3};

    /** A tenant leaves its group only when it exceeds its bounds by this part of them. */
    private static final double STICKY = 0.05;

    private Groups() {}

    /** The group of a tenant by what it used, in fair shares: 1 is all of its share. */
    static int of(double used, int before) {
        boolean notBelow = before == 0 || used >= BEGIN[before - 1] * (1 - STICKY);
        boolean notAbove = before == COUNT - 1 || used < BEGIN[before] * (1 + STICKY);
        if (notBelow && notAbove) {
            return before;
        }
        int group = 0;
        while (group < COUNT - 1 && used >= BEGIN[group]) {
            group++;
        }
        return group;
    }

    /** The factor of a group: even steps, in proportion, from the largest over 1 to the least. */
    static double factor(int group, HistorySettings settings) {
        if (group <= FAIR) {
            return StrictMath.pow(settings.most(), (FAIR - group) / (double) FAIR);
        }
        return StrictMath.pow(settings.least(), (group - FAIR) / (double) (COUNT - 1 - FAIR));
    }
}
