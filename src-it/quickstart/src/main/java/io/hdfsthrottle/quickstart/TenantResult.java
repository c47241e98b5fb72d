package io.hdfsthrottle.quickstart;

import java.util.List;

/**
 * The result of one contender in one run.
 *
 * @param contender the contender
 * @param expected bytes a second that its priority entitles it to
 * @param measured bytes a second that it got
 * @param ofNodes bytes a second that it got from each DataNode
 * @param verified files read whole whose SHA-256 was that of what was written
 * @param mismatched files read whole whose SHA-256 was not
 * @param timeline bytes over time
 */
record TenantResult(
        Contender contender,
        double expected,
        double measured,
        List<Double> ofNodes,
        long verified,
        long mismatched,
        Timeline timeline) {

    TenantResult {
        ofNodes = List.copyOf(ofNodes);
    }

    /** A contender that read from a single DataNode. */
    TenantResult(
            Contender contender, double expected, double measured, long verified, long mismatched, Timeline timeline) {
        this(contender, expected, measured, List.of(measured), verified, mismatched, timeline);
    }

    /** The deviation of the measured rate from the expected one, in percent of the expected one. */
    double errorPercent() {
        return 100 * (measured - expected) / expected;
    }

    boolean intact() {
        return verified > 0 && mismatched == 0;
    }
}
