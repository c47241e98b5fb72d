package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Arrays;

/** Estimates the demand of tenants on a disk and its capacity from its last report and the estimates before. */
final class Estimates {
    /** A relative change below this is treated as noise and followed slowly. */
    private static final double NOISE = 0.05;

    private static final double NOISE_BYTES = 64 * 1024;
    private static final double FOLLOWING = 0.3;

    /** A tenant that uses this fraction of its part of the limit is throttled by the limit, not by the disk. */
    private static final double AT_LIMIT = 0.98;

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

    private final Columns columns;
    private final double[] floors;
    private final int[] cells;

    /** Tenants without a part of their limit on some disk although another coordinator has sent terms to its node. */
    final boolean[] unsplit;

    Estimates(Columns columns, double[] floors) {
        this.columns = columns;
        this.floors = floors;
        this.cells = new int[columns.size()];
        this.unsplit = new boolean[columns.size()];
        Arrays.fill(cells, -1);
    }

    /**
     * The disk according to a report.
     *
     * @param before the estimates before; null for a new disk
     * @param node the node that has the disk
     * @param foreign whether the parts of limits in force there were sent by another coordinator
     */
    Disk disk(VolumeUsage usage, Disk before, Node node, boolean foreign) {
        int kept = before == null ? 0 : before.size;
        Disk disk = new Disk(usage.volume(), node.heard, usage.tenants().size() + kept);
        for (int i = 0; i < kept; i++) {
            cells[before.column[i]] = i;
        }
        int seen = 0;
        double total = 0;
        boolean atLimit = false;
        double[] believed = new double[usage.tenants().size() + kept];
        for (TenantUsage tenant : usage.tenants()) {
            int likely = seen < kept ? before.column[seen] : -1;
            seen++;
            int column = columns.of(tenant.tenant(), likely);
            double rate = tenant.rate().bytesPerSecond();
            boolean moves = tenant.backlogged() || rate > 0;
            if (column < 0 || cells[column] == Integer.MAX_VALUE || !(moves || columns.limited(column))) {
                continue;
            }
            int was = cells[column];
            int i = was < 0 ? disk.add(column, columns.priority[column]) : disk.addGranted(column, before, was);
            cells[column] = Integer.MAX_VALUE;
            believed[i] = was < 0 ? Double.NaN : before.demand[was];
            disk.backlogged[i] = tenant.backlogged();
            disk.demand[i] = rate;
            if (was < 0) {
                disk.given[i] = rate;
            }
            if (moves && (was < 0 || !before.hasDemand(was))) {
                disk.arrived[i] = node.heard;
            }
            split(disk, i, tenant.limit(), foreign);
            total += rate;
            disk.contended |= disk.backlogged[i];
            double limit = tenant.limit().bytesPerSecond();
            atLimit |= tenant.backlogged() && columns.limited(column) && rate >= AT_LIMIT * limit;
        }
        for (int i = 0; i < kept; i++) {
            int column = before.column[i];
            if (cells[column] != Integer.MAX_VALUE && holdsMore(before, i, node)) {
                disk.given[disk.addGranted(column, before, i)] = 0;
            }
            cells[column] = -1;
        }
        for (int i = 0; i < disk.size; i++) {
            cells[disk.column[i]] = -1;
        }
        disk.capacity = capacity(usage.capacity().orElse(Rate.UNLIMITED), total, disk.contended, atLimit, before);
        for (int i = 0; i < disk.size; i++) {
            disk.demand[i] = demand(disk, i, believed[i]);
            disk.given[i] = disk.contended ? Math.min(disk.given[i], disk.demand[i]) : disk.demand[i];
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
    private double demand(Disk disk, int cell, double believed) {
        double rate = disk.demand[cell];
        if (!disk.backlogged[cell]) {
            return followed(believed, rate);
        }
        boolean settled = disk.seen - disk.arrived[cell] >= SETTLING;
        if (!columns.limited(disk.column[cell]) || Double.isNaN(believed) || believed == 0 || !settled) {
            return disk.capacity;
        }
        boolean gotIt = rate >= believed * (1 - UNCERTAIN);
        return Math.min(gotIt ? STEP * believed + STEP_BYTES : believed, disk.capacity);
    }

    /** A disk that its node has stopped reporting: no tenant has demand on it. */
    Disk without(Disk before) {
        Disk disk = before.with(null, before.seen);
        disk.contended = false;
        Arrays.fill(disk.backlogged, false);
        Arrays.fill(disk.demand, 0);
        Arrays.fill(disk.given, 0);
        return disk;
    }

    private boolean holdsMore(Disk before, int cell, Node node) {
        int column = before.column[cell];
        boolean split = before.split[cell] != floors[column] || before.pending(cell, node.confirmed);
        return before.weight[cell] != columns.priority[column] || (columns.limited(column) && split);
    }

    private void split(Disk disk, int cell, Rate inForce, boolean foreign) {
        int column = disk.column[cell];
        if (columns.limited(column)) {
            if (foreign && !inForce.isUnlimited()) {
                disk.split[cell] = inForce.bytesPerSecond();
            } else if (disk.split[cell] < 0) {
                disk.split[cell] = floors[column];
                unsplit[column] |= foreign;
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
