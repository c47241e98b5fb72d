package io.hdfsthrottle.rig.quickstart;

/**
 * How one contender fared in one run.
 *
 * @param contender who
 * @param expected bytes a second that its priority earns
 * @param measured bytes a second that it got
 * @param verified files read whole whose SHA-256 was that of what was written
 * @param mismatched files read whole whose SHA-256 was not
 * @param timeline bytes over time
 */
record TenantResult(
        Contender contender, double expected, double measured, long verified, long mismatched, Timeline timeline) {

    /** How far the measured rate is from the expected one, in percent of the expected one. */
    double errorPercent() {
        return 100 * (measured - expected) / expected;
    }

    boolean intact() {
        return verified > 0 && mismatched == 0;
    }
}
