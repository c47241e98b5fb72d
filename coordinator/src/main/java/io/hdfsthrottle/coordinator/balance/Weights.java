package io.hdfsthrottle.coordinator.balance;

/**
 * The weights on a disk by which a node that serves them gives what the flow says.
 *
 * <p>Weights are in points of priority: a tenant with data on that disk alone has its priority. A tenant that is
 * satisfied or absent there has its due and, in proportion to what it leaves of it, more, up to its priority: so a
 * stream that moves to the disk is served at once by the tenant's cluster-wide due, and no weight jumps when a tenant's
 * demand exceeds its due.
 */
final class Weights {
    /** A relative change below this is not sent. */
    private static final double STEADY = 0.005;

    /** The same for a common factor of all weights of a disk: it only matters to tenants that arrive. */
    private static final double STEADY_TOGETHER = 0.05;

    /** The same for a satisfied tenant, whose weight affects no share. */
    private static final double STEADY_SATISFIED = 0.1;

    /** The fraction of a disk for all tenants together that are due nothing there, so that none starves. */
    private static final double LEAST_SHARE = 0.002;

    /** A satisfied tenant has a weight for this multiple of its use, so that noise does not throttle it. */
    private static final double CERTAINLY = 1.2;

    private static final double HAIR = 1e-6;
    private static final double RESERVED = 0.99;

    private final Columns columns;
    private final Flow flow;
    private final ArrivalWeights newcomers;
    private double[] weights = new double[32];
    private boolean[] satisfied = new boolean[32];

    Weights(Columns columns, Flow flow, ArrivalWeights newcomers) {
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
        if (!disk.hasDemand(cell)) {
            return newcomers.weight(disk, cell);
        }
        int c = disk.column[cell];
        if (!columns.ofTheCluster(c) && flow.total[c] - given <= HAIR * disk.capacity) {
            return columns.priority[c]; // there is no other disk that it could owe anything
        }
        double weight = satisfied ? satisfied(disk, cell, given) : given * (1 + Flow.EVENNESS) / disk.level;
        return newcomers.hasJustCome(disk, cell) ? Math.max(weight, disk.weight[cell]) : weight;
    }

    /** The weight of a satisfied tenant: for more than it uses. */
    private double satisfied(Disk disk, int cell, double given) {
        double due = Math.max(flow.wish(disk, cell), given * CERTAINLY);
        double most = columns.priority[disk.column[cell]] * disk.level / (1 + Flow.EVENNESS);
        double left = due > 0 ? 1 - disk.demand[cell] / due : 1;
        return (due + Math.max(most - due, 0) * left) * (1 + Flow.EVENNESS) / disk.level;
    }

    private static double least(Disk disk) {
        return Math.max(LEAST_SHARE * disk.capacity / disk.level / Math.max(disk.size, 1), 2e-6);
    }

    /**
     * Divides a reservation like the tenant's due; slightly less, so that parts that are kept never add up to more than
     * it.
     */
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
