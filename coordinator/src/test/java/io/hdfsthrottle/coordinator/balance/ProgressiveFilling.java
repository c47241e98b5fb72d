package io.hdfsthrottle.coordinator.balance;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Reference for the balancer: all totals rise with one level, each until no flow through the disks can give it more.
 * Shares nothing with the production code, and is slow.
 */
final class ProgressiveFilling {
    private static final double HAIR = 1e-9;

    private final double[] weights;
    private final double[] reservations;
    private final double[] limits;
    private final double[][] demands;
    private final double[] capacities;
    private final double scale;

    /**
     * A case.
     *
     * @param demands for each tenant, what it could use of each disk
     */
    ProgressiveFilling(
            double[] weights, double[] reservations, double[] limits, double[][] demands, double[] capacities) {
        this.weights = weights;
        this.reservations = reservations;
        this.limits = limits;
        this.demands = demands;
        this.capacities = capacities;
        this.scale = Arrays.stream(capacities).sum();
    }

    /** Whether there is enough for all reservations. */
    boolean honoursReservations() {
        double[] nobody = new double[weights.length];
        Arrays.fill(nobody, -1);
        return feasible(at(0, nobody));
    }

    /** The weighted max-min fair totals, if {@link #honoursReservations}. */
    double[] totals() {
        double[] frozen = new double[weights.length];
        Arrays.fill(frozen, -1);
        while (Arrays.stream(frozen).anyMatch(total -> total < 0)) {
            double enough = 0;
            double tooMuch = 1.01 * scale / Arrays.stream(weights).min().orElseThrow();
            if (feasible(at(tooMuch, frozen))) {
                return at(tooMuch, frozen);
            }
            for (int i = 0; i < 60; i++) {
                double level = (enough + tooMuch) / 2;
                if (feasible(at(level, frozen))) {
                    enough = level;
                } else {
                    tooMuch = level;
                }
            }
            freeze(at(enough, frozen), frozen);
        }
        return frozen;
    }

    private void freeze(double[] reached, double[] frozen) {
        boolean any = false;
        for (int i = 0; i < frozen.length; i++) {
            if (frozen[i] < 0) {
                double[] more = reached.clone();
                more[i] += 1e-6 * scale;
                if (reached[i] >= limits[i] || !feasible(more)) {
                    frozen[i] = reached[i] * (1 - 1e-7); // so that rounding leaves room for the others
                    any = true;
                }
            }
        }
        if (!any) {
            throw new IllegalStateException("nobody is stuck at " + Arrays.toString(reached));
        }
    }

    private double[] at(double level, double[] frozen) {
        double[] totals = new double[weights.length];
        for (int i = 0; i < totals.length; i++) {
            double fair = Math.max(Math.min(weights[i] * level, limits[i]), reservations[i]);
            totals[i] = frozen[i] >= 0
                    ? frozen[i]
                    : Math.min(fair, Arrays.stream(demands[i]).sum());
        }
        return totals;
    }

    /** Whether tenants can get so much: the largest flow from tenants through disks is all of it. */
    private boolean feasible(double[] totals) {
        int tenants = totals.length;
        int nodes = tenants + capacities.length + 2;
        double[][] left = new double[nodes][nodes];
        for (int i = 0; i < tenants; i++) {
            left[nodes - 2][i] = totals[i];
            for (int v = 0; v < capacities.length; v++) {
                left[i][tenants + v] = demands[i][v];
                left[tenants + v][nodes - 1] = capacities[v];
            }
        }
        double flow = 0;
        double more = augment(left);
        while (more > HAIR * scale / 10) {
            flow += more;
            more = augment(left);
        }
        return flow >= Arrays.stream(totals).sum() - HAIR * scale * 10;
    }

    private double augment(double[][] left) {
        int nodes = left.length;
        int[] from = new int[nodes];
        Arrays.fill(from, -1);
        ArrayDeque<Integer> next = new ArrayDeque<>();
        next.add(nodes - 2);
        from[nodes - 2] = nodes - 2;
        while (!next.isEmpty() && from[nodes - 1] < 0) {
            int here = next.remove();
            for (int to = 0; to < nodes; to++) {
                if (from[to] < 0 && left[here][to] > HAIR * scale / 10) {
                    from[to] = here;
                    next.add(to);
                }
            }
        }
        if (from[nodes - 1] < 0) {
            return 0;
        }
        double most = Double.MAX_VALUE;
        for (int to = nodes - 1; to != nodes - 2; to = from[to]) {
            most = Math.min(most, left[from[to]][to]);
        }
        for (int to = nodes - 1; to != nodes - 2; to = from[to]) {
            left[from[to]][to] -= most;
            left[to][from[to]] += most;
        }
        return most;
    }
}
