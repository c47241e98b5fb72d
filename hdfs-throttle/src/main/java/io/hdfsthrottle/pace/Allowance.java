package io.hdfsthrottle.pace;

/**
 * How many bytes a tenant may have moved by when: a line through a point, renewed at every tick. Immutable, so that a
 * transfer thread reads it with one volatile load and no lock.
 */
final class Allowance {

    /** Everything, at once. */
    static final Allowance UNLIMITED = new Allowance(0, Double.POSITIVE_INFINITY, 1, 0);

    private static final double NANOS = 1e9;

    private final long fromNanos;
    private final double bytes;
    private final double bytesPerNano;
    private final double turn;

    private Allowance(long fromNanos, double bytes, double bytesPerNano, double turn) {
        this.turn = turn;
        this.fromNanos = fromNanos;
        this.bytes = bytes;
        this.bytesPerNano = bytesPerNano;
    }

    /** From that moment that many bytes, and so many more every second; the rate is at least 1. */
    static Allowance of(long fromNanos, double bytes, long bytesPerSecond) {
        return new Allowance(fromNanos, bytes, Math.max(bytesPerSecond, 1) / NANOS, 0);
    }

    /** The same, and threads let each other go first by so many bytes at most ({@link Turns}). */
    Allowance inTurns(double bytesOfTurn) {
        return new Allowance(fromNanos, bytes, bytesPerNano, bytesOfTurn);
    }

    /** By how many bytes threads let each other go first at most. */
    double turn() {
        return turn;
    }

    /** Whether it holds nobody back, ever. */
    boolean isUnlimited() {
        return bytes == Double.POSITIVE_INFINITY;
    }

    double bytesAt(long nanos) {
        return bytes + bytesPerNano * (nanos - fromNanos);
    }

    /** Nanoseconds from now until that many bytes are allowed; 0 or less if they already are. */
    long nanosUntil(long ticket, long nowNanos) {
        double missing = ticket - bytesAt(nowNanos);
        return missing <= 0 ? 0 : (long) Math.ceil(missing / bytesPerNano);
    }

    /** The less generous of both, in bytes now and in rate. */
    Allowance under(Allowance other, long nowNanos) {
        double least = Math.min(bytesAt(nowNanos), other.bytesAt(nowNanos));
        double slower = isUnlimited() ? other.bytesPerNano : Math.min(bytesPerNano, other.bytesPerNano);
        return new Allowance(nowNanos, least, slower, turn);
    }

    @Override
    public String toString() {
        return "{" + bytes + " bytes at " + fromNanos + ", " + bytesPerNano + " a nanosecond}";
    }
}
