package io.hdfsthrottle.simulation;

/** A simulated tenant: so many threads with the same load; may leave and return ({@link Scenario#STAYS}). */
record Party(double weight, int threads, Load load, boolean comesAndGoes) {

    static Party of(double weight, int threads, Load load) {
        return new Party(weight, threads, load, false);
    }

    static Party readers(double weight, int threads) {
        return of(weight, threads, Load.reading());
    }

    Party comingAndGoing() {
        return new Party(weight, threads, load, true);
    }
}
