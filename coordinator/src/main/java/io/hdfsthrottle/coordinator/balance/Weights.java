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

    private static final double RESERVED = 0.99;

    private final Columns columns;
    private final Flow flow;
    private final ArrivalWeights newcomers;
    private double[] weights = new double[32];

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
        int size = disk.cells.size();
        if (weights.length < size) {
            weights = new double[size];
        }
        double now = 0;
        double before = 0;
        for (int i = 0; i < size; i++) {
            Cell cell = disk.cells.get(i);
            double priority = columns.priority[cell.column];
            weights[i] = full ? Math.max(weight(disk, cell), least) : priority;
            if (near(weights[i], priority, STEADY)) {
                weights[i] = priority;
            }
            now += cell.isSatisfied() ? 0 : weights[i];
            before += cell.isSatisfied() ? 0 : cell.weight;
        }
        double scale = now > 0 && near(now, before, STEADY_TOGETHER) ? before / now : 1;
        boolean steady = true;
        for (int i = 0; i < size; i++) {
            Cell cell = disk.cells.get(i);
            steady &= near(weights[i] * scale, cell.weight, cell.isSatisfied() ? STEADY_SATISFIED : STEADY);
            cell.reservation = reservation(disk, cell);
        }
        for (int i = 0; i < size && !steady; i++) {
            disk.cells.get(i).weight = weights[i];
        }
    }

    private static boolean near(double one, double other, double share) {
        return Math.abs(one - other) <= share * other;
    }

    private double weight(Disk disk, Cell cell) {
        if (!cell.hasDemand()) {
            return newcomers.weight(disk, cell);
        }
        int c = cell.column;
        if (!columns.ofTheCluster(c) && flow.total[c] - cell.given <= Flow.HAIR * disk.capacity) {
            return columns.priority[c]; // there is no other disk that it could owe anything
        }
        double weight = cell.isSatisfied() ? satisfied(disk, cell) : cell.given * (1 + Flow.EVENNESS) / disk.level;
        return newcomers.hasJustCome(cell) ? Math.max(weight, cell.weight) : weight;
    }

    /** The weight of a satisfied tenant: for more than it uses. */
    private double satisfied(Disk disk, Cell cell) {
        double due = Math.max(flow.wish(disk, cell), cell.given * CERTAINLY);
        double most = columns.priority[cell.column] * disk.level / (1 + Flow.EVENNESS);
        double left = due > 0 ? 1 - cell.demand / due : 1;
        return (due + Math.max(most - due, 0) * left) * (1 + Flow.EVENNESS) / disk.level;
    }

    private static double least(Disk disk) {
        return Math.max(LEAST_SHARE * disk.capacity / disk.level / Math.max(disk.cells.size(), 1), 2e-6);
    }

    /**
     * Divides a reservation like the tenant's due; slightly less, so that parts that are kept never add up to more than
     * it.
     */
    private double reservation(Disk disk, Cell cell) {
        int c = cell.column;
        if (columns.reservation[c] == 0 || flow.total[c] <= 0) {
            return 0;
        }
        double part = Math.floor(RESERVED * columns.reservation[c] * Math.min(cell.given / flow.total[c], 1));
        part = Math.min(part, disk.capacity);
        double before = cell.reservation;
        return before > 0 && near(part, before, 0.009) && before <= columns.reservation[c] ? before : part;
    }
}
