package io.hdfsthrottle.coordinator.balance;

/**
 * The weights on a disk by which a node that serves them gives what the flow says.
 *
 * <p>Weights are in points of priority: who has data on that disk alone has its priority. Who is satisfied there or absent
 * has as much more than its due as it leaves of it, up to its priority: so what moves there is served by the due of all its
 * weight at once, and no weight jumps when a tenant's demand passes its due.
 */
final class Weights {
    /** A change smaller than that is not worth a message. */
    private static final double STEADY = 0.005;

    /** The same for all on a disk in the same proportion: it only matters to those who come. */
    private static final double STEADY_TOGETHER = 0.05;

    /** The same for a tenant that is satisfied, on which nothing depends. */
    private static final double STEADY_SATISFIED = 0.1;

    /** So much of a disk those get in all that are due nothing there: nobody is starved. */
    private static final double LEAST_SHARE = 0.002;

    /** Who is satisfied is given a weight for more than that, so that noise does not hold it back. */
    private static final double CERTAINLY = 1.2;

    private static final double HAIR = 1e-6;
    private static final double RESERVED = 0.99;

    private final Columns columns;
    private final Flow flow;
    private final Newcomers newcomers;
    private double[] weights = new double[32];
    private boolean[] satisfied = new boolean[32];

    Weights(Columns columns, Flow flow, Newcomers newcomers) {
        this.newcomers = newcomers;
        this.columns = columns;
        this.flow = flow;
    }

    /** Sets weights and reservations on that disk. */
    void set(Disk disk) {
        newcomers.expect(disk);
        boolean full = disk.contended && Double.isFinite(disk.level);
        double least = full ? least(disk) : 0;
        if (weights.length < disk.size) {
            weights = new double[disk.size];
            satisfied = new boolean[disk.size];
        }
        double now = 0;
        double before = 0;
        for (int i = 0; i < disk.size; i++) {
            double priority = columns.priority[disk.column[i]];
            satisfied[i] = disk.given[i] >= disk.demand[i] * (1 - HAIR);
            weights[i] = full ? Math.max(weight(disk, i, satisfied[i]), least) : priority;
            if (near(weights[i], priority, STEADY)) {
                weights[i] = priority;
            }
            now += satisfied[i] ? 0 : weights[i];
            before += satisfied[i] ? 0 : disk.weight[i];
        }
        double scale = now > 0 && near(now, before, STEADY_TOGETHER) ? before / now : 1;
        boolean steady = true;
        for (int i = 0; i < disk.size; i++) {
            steady &= near(weights[i] * scale, disk.weight[i], satisfied[i] ? STEADY_SATISFIED : STEADY);
            disk.reservation[i] = reservation(disk, i);
        }
        if (!steady) {
            System.arraycopy(weights, 0, disk.weight, 0, disk.size);
        }
    }

    private static boolean near(double one, double other, double share) {
        return Math.abs(one - other) <= share * other;
    }

    private double weight(Disk disk, int cell, boolean satisfied) {
        double given = disk.given[cell];
        if (!disk.wants(cell)) {
            return newcomers.weight(disk, cell);
        }
        double weight = satisfied ? satisfied(disk, cell, given) : given * (1 + Flow.EVENNESS) / disk.level;
        return newcomers.hasJustCome(disk, cell) ? Math.max(weight, disk.weight[cell]) : weight;
    }

    /** What a tenant that wants no more has there: more than it uses. */
    private double satisfied(Disk disk, int cell, double given) {
        double due = Math.max(flow.wish(disk, cell), given * CERTAINLY);
        double most = columns.priority[disk.column[cell]] * disk.level / (1 + Flow.EVENNESS);
        double left = due > 0 ? 1 - disk.demand[cell] / due : 1;
        return (due + Math.max(most - due, 0) * left) * (1 + Flow.EVENNESS) / disk.level;
    }

    private static double least(Disk disk) {
        return Math.max(LEAST_SHARE * disk.capacity / disk.level / Math.max(disk.size, 1), 2e-6);
    }

    /** A tenant's reservation is divided as what it is due is; a hair less, so that what stays as it was never adds up to more. */
    private double reservation(Disk disk, int cell) {
        int c = disk.column[cell];
        if (columns.reservation[c] == 0 || flow.total[c] <= 0) {
            return 0;
        }
        double part = Math.floor(RESERVED * columns.reservation[c] * Math.min(disk.given[cell] / flow.total[c], 1));
        part = Math.min(part, disk.capacity);
        double before = disk.reservation[cell];
        return before > 0 && near(part, before, 0.009) && before <= columns.reservation[c] ? before : part;
    }
}
