package io.hdfsthrottle.coordinator.balance;

import java.util.ArrayList;
import java.util.Collection;
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
    private final List<Integer> columnsOfAll = new ArrayList<>();
    private final long now;

    ArrivalWeights(Columns columns, Flow flow, Collection<Node> nodes, long now) {
        this.columns = columns;
        this.flow = flow;
        this.now = now;
        wanders = new boolean[columns.size()];
        int[] disks = new int[columns.size()];
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    disks[disk.column[i]] += disk.hasDemand(i) ? 1 : 0;
                }
            }
        }
        for (int c = 0; c < disks.length; c++) {
            if (disks[c] > 0 && disks[c] <= FEW_DISKS) {
                columnsOfAll.add(c);
            }
        }
        columnsOfAll.sort((one, other) -> Double.compare(flow.total[other], flow.total[one]));
        while (columnsOfAll.size() > MOST) {
            columnsOfAll.remove(columnsOfAll.size() - 1);
        }
        columnsOfAll.forEach(c -> wanders[c] = true);
    }

    /** Adds the tenants that may arrive to a contended disk. */
    void expect(Disk disk) {
        if (!disk.contended || !Double.isFinite(disk.level)) {
            return;
        }
        for (int c : columnsOfAll) {
            boolean there = false;
            for (int i = 0; i < disk.size && !there; i++) {
                there = disk.column[i] == c;
            }
            if (!there && !columns.limited(c)) {
                disk.add(c, columns.priority[c]);
            }
        }
    }

    /** Whether that tenant arrived within the grace period and keeps its weight. */
    boolean hasJustCome(Disk disk, int cell) {
        return wanders[disk.column[cell]] && now - disk.arrived[cell] < GRACE;
    }

    /** The weight of a tenant that has no demand there. */
    double weight(Disk disk, int cell) {
        int c = disk.column[cell];
        if (!wanders[c]) {
            return columns.priority[c];
        }
        double others = 0;
        double movable = 0;
        for (int i = 0; i < disk.size; i++) {
            if (disk.backlogged[i]) {
                double given = disk.given[i];
                others += given;
                movable += Math.min(given, Math.max(flow.total[disk.column[i]] - given, 0));
            }
        }
        double due = Math.min(Math.min(flow.total[c], MOST_OF_DISK * disk.capacity), MOST_OF_DISK * others);
        double weight = others / disk.level * due / (others - due);
        double priority = columns.priority[c];
        return others > 0 ? priority + Math.max(weight - priority, 0) * movable / others : priority;
    }
}
