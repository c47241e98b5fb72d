package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.unit.Rate;
import java.util.Arrays;
import java.util.Collection;

/**
 * The parts of limits, which are of the cluster, on every disk.
 *
 * <p>What may be in force on a disk is the most of what was said last and of what the node has not confirmed to be superseded.
 * The sum of that over all disks is never above the limit: a part is lowered at any time and raised only by what others have
 * confirmed to have given back. A part is changed again only when the node has confirmed the change before.
 */
final class Splits {
    /** Disks without demand hold so much of the limit in all. */
    private static final double IDLE = 0.0025;

    /** So much a disk holds at least, in bytes per second. */
    private static final double LEAST = 16 * 1024;

    /** Of the limit, the least parts of all disks take no more than this; what they are more is said, not taken. */
    private static final double MOST_FOR_FLOORS = 0.1;

    /** Parts are changed by at least that, in proportion. */
    private static final double STEADY = 0.003;

    /** A tenant that is below its limit may grow at once to three times what it has on each disk. */
    private static final double HEADROOM = 3;

    /** What a satisfied tenant has more than it uses, so that it is seen whether it wants more. */
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

    /** What may be in force of each limit. */
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
     * What every disk holds at least, for each tenant.
     *
     * @param before what it was; kept while it is about right, because a change is a message to every node
     * @param places all disks, and one more a node for disks that come
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

    /** How much the sum may be above the limit. */
    double uncovered(int column) {
        return columns.limited(column) ? (floors[column] - covered[column]) * places : 0;
    }

    /** The limits less what disks without demand hold of them. */
    double[] usable(Collection<Node> nodes) {
        Arrays.fill(wanting, 0);
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (int i = 0; i < disk.size; i++) {
                    if (disk.wants(i)) {
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

    /** What these nodes may have in force beyond the least parts of all disks. */
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
     * @param ceiling what may be given out of each limit
     * @param listening whether nodes that go by another coordinator's terms keep them
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
        } else if (disk.wants(cell)) {
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

    /** Whether the tenant is due all that it wants there: then it must not be held back, or it would seem to want more. */
    private static boolean satisfied(Disk disk, int cell) {
        return disk.given[cell] >= disk.demand[cell] * (1 - HAIR);
    }

    private static double roomy(Disk disk, int cell) {
        return Math.min(ROOM * disk.given[cell], disk.capacity);
    }

    private double wanted(Disk disk, int cell) {
        return HEADROOM * disk.demand[cell] + 2 * floors[disk.column[cell]];
    }

    /** What the tenant's part there should be. */
    private double target(Disk disk, int cell, double ceiling) {
        int c = disk.column[cell];
        if (!disk.wants(cell)) {
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
        if (target < now * (1 - STEADY) || (target < now && !disk.wants(cell))) {
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

    /** The sum that may be in force of that tenant's limit, with what is not covered. */
    Rate sum(int column) {
        return columns.limited(column)
                ? Rate.ofBytesPerSecond((long) (inForce[column] + uncovered(column)))
                : Rate.ZERO;
    }
}
