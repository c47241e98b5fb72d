package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.unit.Rate;
import java.util.Arrays;
import java.util.Collection;

/**
 * The parts of limits, which are of the cluster, on every disk.
 *
 * <p>The part that may be in force on a disk is the larger of the last one sent and of those that the node has not
 * confirmed as replaced. The sum of these over all disks never exceeds the limit: a part can be lowered at any time,
 * and is raised only by what other nodes have confirmed to have released. A part is changed again only after the node
 * has confirmed the change before.
 */
final class Splits {
    /** The fraction of the limit that disks without demand hold in all. */
    private static final double IDLE = 0.0025;

    /** The least part of a disk, in bytes per second. */
    private static final double LEAST = 16 * 1024;

    /**
     * The largest fraction of the limit that the least parts of all disks take; what exceeds it is reported as
     * uncovered.
     */
    private static final double MOST_FOR_FLOORS = 0.1;

    /** The least relative change of a part. */
    private static final double STEADY = 0.003;

    /** A tenant below its limit may grow at once to this multiple of its demand on each disk. */
    private static final double HEADROOM = 3;

    /** The headroom of a satisfied tenant, so that an increase of its demand is seen. */
    private static final double ROOM = 1.005;

    private static final double HAIR = 1e-6;

    private final Columns columns;
    private final double[] floors;
    private final double[] covered;
    private final double[] idle;
    private final double[] frozen;
    private final double[] wanted;
    private final double[] given;
    private final double[] settled;
    private final int[] wanting;

    /** The sum of the parts of each limit that may be in force. */
    final double[] inForce;

    private final double[] missing;
    private final int places;

    Splits(Columns columns, double[] floors, int places) {
        this.columns = columns;
        this.floors = floors;
        this.places = places;
        int size = columns.size();
        covered = new double[size];
        idle = new double[size];
        frozen = new double[size];
        wanted = new double[size];
        given = new double[size];
        settled = new double[size];
        wanting = new int[size];
        inForce = new double[size];
        missing = new double[size];
        for (int c = 0; c < size; c++) {
            covered[c] = Math.min(floors[c], Math.floor(MOST_FOR_FLOORS * columns.limit[c] / Math.max(places, 1)));
        }
    }

    /**
     * The least part of every disk, for each tenant.
     *
     * @param before the least parts before; kept while they are about right, because a change is a message to every
     *     node
     * @param places the number of disks, and one more for each node, for disks that are added
     */
    static double[] floors(Columns columns, double[] before, int places) {
        double[] floors = new double[columns.size()];
        for (int c = 0; c < floors.length; c++) {
            if (columns.limited(c)) {
                double floor = Math.floor(Math.max(IDLE * columns.limit[c] / Math.max(places, 1), LEAST));
                floor = Math.max(Math.min(floor, columns.limit[c]), 1);
                boolean right = before[c] > 0 && before[c] <= 1.05 * floor && before[c] >= 0.7 * floor;
                floors[c] = right ? before[c] : floor;
            }
        }
        return floors;
    }

    /** By how much the sum may exceed the limit. */
    double uncovered(int column) {
        return columns.limited(column) ? (floors[column] - covered[column]) * places : 0;
    }

    /** The limits without what disks without demand hold of them. */
    double[] usable(Collection<Node> nodes) {
        Arrays.fill(wanting, 0);
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    if (disk.hasDemand(i)) {
                        wanting[disk.column[i]]++;
                    }
                }
            }
        }
        double[] usable = columns.limit.clone();
        for (int c = 0; c < usable.length; c++) {
            if (columns.limited(c)) {
                usable[c] = Math.max(usable[c] - (places - wanting[c]) * covered[c], 1);
            }
        }
        return usable;
    }

    /** The sum of the parts that may be in force on these nodes, above the least parts. */
    double[] heldBy(Collection<Node> nodes) {
        double[] held = new double[columns.size()];
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    int c = disk.column[i];
                    if (columns.limited(c)) {
                        held[c] += counted(c, disk.inForce(i, node.confirmed)) - covered[c];
                    }
                }
            }
        }
        return held;
    }

    /** The least parts of all disks, as far as the limit covers them. */
    double least(int column) {
        return places * covered[column];
    }

    private double counted(int column, double part) {
        return Math.max(part - (floors[column] - covered[column]), 0);
    }

    /**
     * Changes parts.
     *
     * @param ceiling how much of each limit may be distributed
     * @param listening whether nodes that apply another coordinator's terms keep them
     * @param serial the serial of changes
     */
    void move(Collection<Node> nodes, double[] ceiling, boolean listening, long serial) {
        for (int c = 0; c < idle.length; c++) {
            idle[c] = places;
        }
        Arrays.fill(wanting, 0);
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    if (columns.limited(disk.column[i])) {
                        survey(node, disk, i, listening);
                    }
                }
            }
        }
        double[] without = new double[idle.length];
        Arrays.fill(without, places);
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    int c = disk.column[i];
                    if (columns.limited(c)) {
                        lower(node, disk, i, ceiling[c], listening, serial);
                        inForce[c] += counted(c, disk.inForce(i, node.confirmed));
                        without[c]--;
                    }
                }
            }
        }
        double[] spare = new double[inForce.length];
        for (int c = 0; c < inForce.length; c++) {
            inForce[c] += without[c] * covered[c];
            double left = Math.max(ceiling[c] - inForce[c], 0);
            spare[c] = missing[c] > 0 ? Math.min(left / missing[c], 1) : 0;
        }
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    int c = disk.column[i];
                    if (columns.limited(c) && spare[c] > 0) {
                        raise(node, disk, i, ceiling[c], spare[c], listening, serial);
                    }
                }
            }
        }
    }

    private boolean fixed(Node node, Disk disk, int cell, boolean listening) {
        return node.silent || (listening && node.foreign) || disk.pending(cell, node.confirmed);
    }

    private void survey(Node node, Disk disk, int cell, boolean listening) {
        int c = disk.column[cell];
        if (fixed(node, disk, cell, listening)) {
            frozen[c] += counted(c, disk.inForce(cell, node.confirmed));
            idle[c]--;
        } else if (disk.hasDemand(cell)) {
            wanted[c] += wanted(disk, cell);
            if (satisfied(disk, cell)) {
                settled[c] += roomy(disk, cell);
            } else {
                given[c] += disk.given[cell] + 1;
            }
            wanting[c]++;
            idle[c]--;
        }
    }

    /**
     * Whether the tenant's demand there is met: then it must not be throttled, or its demand would be overestimated.
     */
    private static boolean satisfied(Disk disk, int cell) {
        return disk.given[cell] >= disk.demand[cell] * (1 - HAIR);
    }

    private static double roomy(Disk disk, int cell) {
        return Math.min(ROOM * disk.given[cell], disk.capacity);
    }

    private double wanted(Disk disk, int cell) {
        return HEADROOM * disk.demand[cell] + 2 * floors[disk.column[cell]];
    }

    /** The part that the tenant should have there. */
    private double target(Disk disk, int cell, double ceiling) {
        int c = disk.column[cell];
        if (!disk.hasDemand(cell)) {
            return floors[c];
        }
        double left = Math.max(ceiling - frozen[c] - (idle[c] + wanting[c]) * covered[c], 0);
        double part;
        if (settled[c] > left) {
            part = floors[c] + left * (disk.given[cell] + 1) / (settled[c] + given[c]);
        } else if (satisfied(disk, cell)) {
            part = floors[c] + roomy(disk, cell);
        } else {
            part = floors[c] + (left - settled[c]) * (disk.given[cell] + 1) / given[c];
        }
        double enough = Math.max(wanted(disk, cell), floors[c]);
        return Math.floor(wanted[c] <= left ? enough : part);
    }

    private void lower(Node node, Disk disk, int cell, double ceiling, boolean listening, long serial) {
        if (fixed(node, disk, cell, listening)) {
            return;
        }
        double target = target(disk, cell, ceiling);
        double now = disk.split[cell];
        if (target < now * (1 - STEADY) || (target < now && !disk.hasDemand(cell))) {
            change(disk, cell, target, serial);
        } else if (target > now) {
            missing[disk.column[cell]] += target - now;
        }
    }

    private void raise(Node node, Disk disk, int cell, double ceiling, double spare, boolean listening, long serial) {
        if (fixed(node, disk, cell, listening)) {
            return;
        }
        double target = target(disk, cell, ceiling);
        double now = disk.split[cell];
        double part = Math.floor(now + spare * (target - now));
        if (part > now * (1 + STEADY / 3)) {
            inForce[disk.column[cell]] += part - now;
            change(disk, cell, part, serial);
        }
    }

    private static void change(Disk disk, int cell, double part, long serial) {
        disk.held[cell] = disk.split[cell];
        disk.split[cell] = part;
        disk.since[cell] = serial;
    }

    /** The sum of the parts of that tenant's limit that may be in force, with what is uncovered. */
    Rate sum(int column) {
        return columns.limited(column)
                ? Rate.ofBytesPerSecond((long) (inForce[column] + uncovered(column)))
                : Rate.ZERO;
    }
}
