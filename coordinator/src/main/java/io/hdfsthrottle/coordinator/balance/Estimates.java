package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;

/** Estimates the demand of tenants on a disk and its capacity from its last report and the estimates before. */
final class Estimates {
    /** A relative change below this is treated as noise and followed slowly. */
    private static final double NOISE = 0.05;

    private static final double NOISE_BYTES = 64 * 1024;
    private static final double FOLLOWING = 0.3;

    /**
     * How long after a tenant began to read somewhere its rate says nothing of what it wants, in nanoseconds: rates are
     * means over a second or so.
     */
    private static final long SETTLING = 3_000_000_000L;

    private static final double STEP = 2;
    private static final double STEP_BYTES = 1024 * 1024;
    private static final double UNCERTAIN = 0.02;
    private static final double GROWTH = 1.25;
    private static final double LEAST_CAPACITY = 1024;

    /** In place of a cell whose tenant is in the report. */
    private static final Cell TAKEN = new Cell(-1, 0);

    private final Columns columns;
    private final double[] floors;

    /** The known cells of the disk that is looked at, by column. */
    private final Cell[] known;

    /** Tenants without a part of their limit on some disk although another coordinator has sent terms to its node. */
    final boolean[] unsplit;

    Estimates(Columns columns, double[] floors) {
        this.columns = columns;
        this.floors = floors;
        this.known = new Cell[columns.size()];
        this.unsplit = new boolean[columns.size()];
    }

    /**
     * The disk according to a report.
     *
     * @param before the estimates before; null for a new disk
     * @param node the node that has the disk
     * @param foreign whether the parts of limits in force there were sent by another coordinator
     */
    Disk disk(VolumeUsage usage, Disk before, Node node, boolean foreign) {
        List<Cell> kept = before == null ? List.of() : before.cells;
        Disk disk = new Disk(usage.volume(), node.heard, usage.tenants().size() + kept.size());
        kept.forEach(cell -> known[cell.column] = cell);
        int seen = 0;
        double total = 0;
        boolean atLimit = false;
        double[] believed = new double[usage.tenants().size() + kept.size()];
        for (TenantUsage tenant : usage.tenants()) {
            int likely = seen < kept.size() ? kept.get(seen).column : -1;
            seen++;
            int column = columns.of(tenant.tenant(), likely);
            double rate = tenant.rate().bytesPerSecond();
            boolean moves = tenant.isActive();
            if (column < 0 || known[column] == TAKEN || !(moves || columns.limited(column))) {
                continue;
            }
            Cell was = known[column];
            Cell cell = was == null ? new Cell(column, columns.priority[column]) : was.granted(column);
            known[column] = TAKEN;
            believed[disk.cells.size()] = was == null ? Double.NaN : was.demand;
            disk.cells.add(cell);
            cell.backlogged = tenant.backlogged();
            cell.demand = rate;
            if (was == null) {
                cell.given = rate;
            }
            if (moves && (was == null || !was.hasDemand())) {
                cell.arrived = node.heard;
            }
            split(cell, tenant.limit(), foreign);
            total += rate;
            disk.contended |= cell.backlogged;
            atLimit |= columns.limited(column) && tenant.isAtLimit();
        }
        for (Cell cell : kept) {
            if (known[cell.column] != TAKEN && holdsMore(cell, node)) {
                disk.add(cell.granted(cell.column)).given = 0;
            }
            known[cell.column] = null;
        }
        disk.cells.forEach(cell -> known[cell.column] = null);
        disk.capacity = capacity(usage.capacity().orElse(Rate.UNLIMITED), total, disk.contended, atLimit, before);
        for (int i = 0; i < disk.cells.size(); i++) {
            Cell cell = disk.cells.get(i);
            cell.demand = demand(disk, cell, believed[i]);
            cell.given = disk.contended ? Math.min(cell.given, cell.demand) : cell.demand;
        }
        if (before != null) {
            disk.level = before.level;
            disk.terms = before.terms;
        }
        return disk;
    }

    /**
     * What a tenant could use: what it uses, or all if it is held back. Of a limited tenant that did not just come,
     * what is known stays known, until it gets that and is held back all the same; then it is tried with twice as much:
     * what it does not want, others could use.
     *
     * @param believed before; NaN if it is new
     */
    private double demand(Disk disk, Cell cell, double believed) {
        double rate = cell.demand;
        if (!cell.backlogged) {
            return followed(believed, rate);
        }
        boolean settled = disk.seen - cell.arrived >= SETTLING;
        if (!columns.limited(cell.column) || Double.isNaN(believed) || believed == 0 || !settled) {
            return disk.capacity;
        }
        boolean gotIt = rate >= believed * (1 - UNCERTAIN);
        return Math.min(gotIt ? STEP * believed + STEP_BYTES : believed, disk.capacity);
    }

    /** A disk that its node has stopped reporting: no tenant has demand on it. */
    Disk without(Disk before) {
        Disk disk = before.with(null);
        disk.contended = false;
        disk.cells.forEach(cell -> {
            cell.backlogged = false;
            cell.demand = 0;
            cell.given = 0;
        });
        return disk;
    }

    private boolean holdsMore(Cell cell, Node node) {
        boolean split = cell.split != floors[cell.column] || cell.pending(node.confirmed);
        return cell.weight != columns.priority[cell.column] || (columns.limited(cell.column) && split);
    }

    private void split(Cell cell, Rate inForce, boolean foreign) {
        if (columns.limited(cell.column)) {
            if (foreign && !inForce.isUnlimited()) {
                cell.split = inForce.bytesPerSecond();
            } else if (cell.split < 0) {
                cell.split = floors[cell.column];
                unsplit[cell.column] |= foreign;
            }
        }
    }

    /**
     * The measured throughput while a tenant waits for the disk; the reported capacity while tenants are throttled only
     * by limits.
     *
     * @param said what the node reports; unlimited if it knows nothing
     */
    private static double capacity(Rate said, double total, boolean contended, boolean atLimit, Disk before) {
        double known = Math.max((double) said.bytesPerSecond(), LEAST_CAPACITY); // of one that answers nothing it is 0
        boolean unknown = said.isUnlimited();
        if (!contended) {
            return unknown ? Double.POSITIVE_INFINITY : Math.max(known, total);
        }
        if (atLimit) {
            return unknown ? GROWTH * total + NOISE_BYTES : Math.max(known, total);
        }
        double measured = Math.max(total, unknown ? LEAST_CAPACITY : known / 2);
        return before != null && before.contended ? followed(before.capacity, measured) : measured;
    }

    private static double followed(double believed, double measured) {
        double apart = Math.abs(measured - believed);
        return apart <= NOISE * believed + NOISE_BYTES ? believed + FOLLOWING * (measured - believed) : measured;
    }
}
