package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.simulation.cluster.Cluster.Node.Disk;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reference for the balancer: all totals rise with one level, each until no division of the disks can increase it.
 * Independent of the production code, and slow.
 */
final class ProgressiveFilling {
    private final List<TenantTerms> terms;
    private final double scale;

    /** The most that a set of tenants, by its bits, can get together. */
    private final double[] most;

    ProgressiveFilling(List<TenantTerms> terms, List<Disk> disks) {
        this.terms = terms;
        this.scale = disks.stream().mapToDouble(disk -> disk.capacity).sum();
        this.most = new double[1 << terms.size()];
        Arrays.setAll(most, set -> disks.stream()
                .mapToDouble(disk -> Math.min(disk.capacity, sum(set, disk.wants)))
                .sum());
    }

    private static double sum(int set, double[] each) {
        double sum = 0;
        for (int i = 0; i < each.length; i++) {
            sum += (set >> i & 1) == 0 ? 0 : each[i];
        }
        return sum;
    }

    /** Whether tenants can get these totals: no set of them wants more than it can get (Hall's theorem for flows). */
    private boolean feasible(double[] totals) {
        return IntStream.range(0, most.length).allMatch(set -> sum(set, totals) <= most[set] + 1e-8 * scale);
    }

    boolean honoursReservations() {
        double[] nobody = new double[terms.size()];
        Arrays.fill(nobody, -1);
        return feasible(at(0, nobody));
    }

    /** The weighted max-min fair totals, if {@link #honoursReservations}. */
    double[] totals() {
        double[] frozen = new double[terms.size()];
        Arrays.fill(frozen, -1);
        while (Arrays.stream(frozen).anyMatch(total -> total < 0)) {
            double enough = 0;
            double tooMuch = 1.01 * scale; // of the least priority
            for (int i = 0; i < 60; i++) {
                double level = (enough + tooMuch) / 2;
                boolean isFeasible = feasible(at(level, frozen));
                enough = isFeasible ? level : enough;
                tooMuch = isFeasible ? tooMuch : level;
            }
            freeze(at(enough, frozen), frozen);
        }
        return frozen;
    }

    private void freeze(double[] reached, double[] frozen) {
        for (int i = 0; i < frozen.length; i++) {
            double[] more = reached.clone();
            more[i] += 1e-6 * scale;
            if (frozen[i] < 0 && (reached[i] >= terms.get(i).limit().bytesPerSecond() || !feasible(more))) {
                frozen[i] = reached[i] * (1 - 1e-7); // so that rounding leaves room for the others
            }
        }
    }

    private double[] at(double level, double[] frozen) {
        double[] totals = new double[frozen.length];
        Arrays.setAll(totals, i -> {
            TenantTerms each = terms.get(i);
            double reserved = (double) each.reservation().bytesPerSecond();
            double limit = (double) each.limit().bytesPerSecond();
            double fair = Math.min(each.priority() * level, limit);
            return frozen[i] >= 0 ? frozen[i] : Math.min(Math.max(fair, reserved), most[1 << i]);
        });
        return totals;
    }
}
