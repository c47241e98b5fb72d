package io.hdfsthrottle.bench.report;

/**
 * One request, in seconds since its client began.
 *
 * @param due when it was due
 * @param asked when it was sent: later than due, if the previous one took too long
 * @param done when its last byte had arrived
 */
public record Served(double due, double asked, double done) {

    /** Its time from when it was due. */
    double seconds() {
        return done - due;
    }
}
