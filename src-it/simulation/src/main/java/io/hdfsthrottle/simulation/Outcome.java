package io.hdfsthrottle.simulation;

/** What every party had sent by when, at every tick of a run. */
final class Outcome {

    private final long[][] sentByTick;
    private final long events;

    Outcome(long[][] sentByTick, long events) {
        this.sentByTick = sentByTick;
        this.events = events;
    }

    /** What each party had sent, tick by tick. */
    long[][] sentByTick() {
        return sentByTick;
    }

    /** How many events it took. */
    long events() {
        return events;
    }

    /** Bytes that the party sent between two moments, in seconds. */
    double bytes(int party, double from, double to) {
        return (double) sentByTick[tick(to)][party] - sentByTick[tick(from)][party];
    }

    /** Bytes that all of them sent between two moments. */
    double bytes(double from, double to) {
        double sum = 0;
        for (int party = 0; party < sentByTick[0].length; party++) {
            sum += bytes(party, from, to);
        }
        return sum;
    }

    private int tick(double seconds) {
        return Math.min((int) Math.round(seconds * Simulation.TICKS_PER_SECOND), sentByTick.length - 1);
    }
}
