package io.hdfsthrottle.window;

import java.util.Arrays;

/**
 * The time that a disk takes for a piece if it has nothing else to do, from probes of so many pieces. One piece of a
 * probe counts, and the lower median of the last few probes: what else a host does at times says nothing, and what it
 * does all the time delays every piece. Not thread-safe.
 */
final class RecentProbes {

    private final double[] pieces;
    private final double[] probes;
    private final int slower;
    private int length;
    private int asked;
    private int served;
    private int ended;

    /**
     * @param most how many probes count
     * @param slower which piece of a probe counts: 2 for the median, 4 for one that only a quarter are faster than
     */
    RecentProbes(int pieces, int most, int slower) {
        this.slower = slower;
        this.pieces = new double[pieces];
        this.probes = new double[most];
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
            probes[ended % probes.length] = pieces[served / slower];
            ended = ended == 2 * probes.length - 1 ? probes.length : ended + 1;
        }
        served = 0;
        asked = 0;
    }

    boolean isKnown() {
        return ended > 0;
    }

    /** What a piece takes, in nanoseconds; 0 while it is unknown. */
    double nanos() {
        int known = Math.min(ended, probes.length);
        if (known == 0) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(probes, known);
        Arrays.sort(sorted);
        return sorted[(known - 1) / 2];
    }

    /** The bytes of a piece over what it takes: what a disk moves where it need not seek; 0 while it is unknown. */
    double bytesPerNano() {
        return isKnown() ? length / nanos() : 0;
    }

    /** What a piece took in the last probe; 0 while it is unknown. */
    double lastNanos() {
        return ended == 0 ? 0 : probes[(ended - 1) % probes.length];
    }

    /** What it takes besides its transfer, where so many bytes are moved in a nanosecond; 0 while it is unknown. */
    double latency(double perNano) {
        return Math.max(0, nanos() - length / perNano);
    }

    /** The same in the last probe. */
    double lastLatency(double perNano) {
        return Math.max(0, lastNanos() - length / perNano);
    }
}
