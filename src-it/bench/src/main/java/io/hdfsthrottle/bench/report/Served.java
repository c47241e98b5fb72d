package io.hdfsthrottle.bench.report;

/**
 * One request, in seconds since its requester began.
 *
 * @param due when it was to be asked for
 * @param asked when it was asked for: later than due, if the one before took too long
 * @param done when its last byte was there
 */
public record Served(double due, double asked, double done) {

    /** How long it took from when it was due. */
    double seconds() {
        return done - due;
    }
}
