package io.hdfsthrottle.window;

import java.util.Arrays;

/**
 * The time that a disk takes for a piece if it has nothing else to do, from probes of so many pieces. The median of a
 * probe counts, and the smallest of the last few: what else a host does delays a piece, and never makes it faster. Not
 * thread-safe.
 */
final class RecentProbes {

    private final double[] pieces;
    private final double[] medians;
    private int length;
    private int asked;
    private int served;
    private int ended;

    RecentProbes(int pieces, int most) {
        this.pieces = new double[pieces];
        this.medians = new double[most];
    }

    /** Such a piece took so many nanoseconds; what is known of pieces of another length is forgotten. */
    void add(int newLength, double nanos) {
        if (newLength != length) {
            length = newLength;
            served = 0;
            ended = 0;
        }
        if (served < pieces.length) {
            pieces[served++] = nanos;
        }
    }

    /** A piece was served, alone or not. */
    void asked() {
        asked++;
    }

    /** Whether it has all its pieces, or was given pieces enough. */
    boolean isOver() {
        return served == pieces.length || asked >= 4 * pieces.length;
    }

    /** The probe is over; it counts if it has half of its pieces. */
    void end() {
        if (served >= pieces.length / 2) {
            Arrays.sort(pieces, 0, served);
            medians[ended % medians.length] = pieces[served / 2];
            ended = ended == 2 * medians.length - 1 ? medians.length : ended + 1;
        }
        served = 0;
        asked = 0;
    }

    boolean isKnown() {
        return ended > 0;
    }

    /** The length of the pieces, in bytes. */
    int length() {
        return length;
    }

    /** What a piece takes, in nanoseconds; 0 while it is unknown. */
    double nanos() {
        int known = Math.min(ended, medians.length);
        double least = known == 0 ? 0 : medians[0];
        for (int i = 1; i < known; i++) {
            least = Math.min(least, medians[i]);
        }
        return least;
    }

    /** What it takes besides its transfer, where so many bytes are moved in a nanosecond. */
    double latency(double perNano) {
        return Math.max(0, nanos() - length / perNano);
    }
}
