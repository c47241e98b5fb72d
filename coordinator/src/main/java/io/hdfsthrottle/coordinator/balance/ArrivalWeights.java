package io.hdfsthrottle.coordinator.balance;

import java.util.ArrayList;
import java.util.List;

/**
 * The weights of tenants that read from few disks, on the disks where they have no demand: a single stream moves from
 * block to block, and so from disk to disk. On arrival it shall get the rate that it had before, because tenants of
 * that disk that have data elsewhere move there. A weight equal to its priority would give it only its due beside
 * tenants that stay.
 */
final class ArrivalWeights {
    /** A tenant on more disks than this has data on most disks and needs no more than its priority on the others. */
    private static final int FEW_DISKS = 4;

    /** The most such tenants, those with the largest totals: each is named on every contended disk. */
    private static final int MOST = 8;

    /** The largest fraction of a disk that a newcomer gets before its node has reported it. */
    private static final double MOST_OF_DISK = 0.92;

    /** How long a newcomer keeps that weight, in nanoseconds: until all disks that it left have reported. */
    static final long GRACE = 1_500_000_000L;

    private final Columns columns;
    private final Flow flow;
    private final boolean[] wanders;
    private final List<Integer> wanderers = new ArrayList<>();
    private final long now;

    ArrivalWeights(Columns columns, Flow flow, long now) {
        this.columns = columns;
        this.flow = flow;
        this.now = now;
        wanders = new boolean[columns.size()];
        for (int c = 0; c < wanders.length; c++) {
            if (flow.disks[c] > 0 && flow.disks[c] <= FEW_DISKS) {
                wanderers.add(c);
            }
        }
        wanderers.sort((one, other) -> Double.compare(flow.total[other], flow.total[one]));
        wanderers.subList(Math.min(MOST, wanderers.size()), wanderers.size()).clear();
        wanderers.forEach(c -> wanders[c] = true);
    }

    /** Adds the tenants that may arrive to a contended disk. */
    void expect(Disk disk) {
        if (!disk.contended || !Double.isFinite(disk.level)) {
            return;
        }
        for (int c : wanderers) {
            if (!columns.limited(c) && disk.cells.stream().noneMatch(cell -> cell.column == c)) {
                disk.cells.add(new Cell(c, columns.priority[c]));
            }
        }
    }

    /** Whether that tenant arrived within the grace period and keeps its weight. */
    boolean hasJustCome(Cell cell) {
        return wanders[cell.column] && now - cell.arrived < GRACE;
    }

    /** The weight of a tenant that has no demand there. */
    double weight(Disk disk, Cell cell) {
        int c = cell.column;
        if (!wanders[c]) {
            return columns.priority[c];
        }
        double others = 0;
        double movable = 0;
        for (Cell other : disk.cells) {
            if (other.backlogged) {
                others += other.given;
                movable += Math.min(other.given, Math.max(flow.total[other.column] - other.given, 0));
            }
        }
        double due = Math.min(Math.min(flow.total[c], MOST_OF_DISK * disk.capacity), MOST_OF_DISK * others);
        double weight = others / disk.level * due / (others - due);
        double priority = columns.priority[c];
        return others > 0 ? priority + Math.max(weight - priority, 0) * movable / others : priority;
    }
}
