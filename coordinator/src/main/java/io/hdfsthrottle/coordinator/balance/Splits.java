package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

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

    /** The cells of tenants with limits. */
    private final List<Place> limited = new ArrayList<>();

    private record Place(Node node, Disk disk, Cell cell) {}

    Splits(Columns columns, double[] floors, int places, Collection<Node> nodes) {
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
        for (Node node : nodes) {
            for (Disk disk : node.disks) {
                for (Cell cell : disk.cells) {
                    if (columns.limited(cell.column)) {
                        limited.add(new Place(node, disk, cell));
                    }
                }
            }
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
    double[] usable() {
        Arrays.fill(wanting, 0);
        limited.forEach(place -> wanting[place.cell.column] += place.cell.hasDemand() ? 1 : 0);
        double[] usable = columns.limit.clone();
        for (int c = 0; c < usable.length; c++) {
            if (columns.limited(c)) {
                usable[c] = Math.max(usable[c] - (places - wanting[c]) * covered[c], 1);
            }
        }
        return usable;
    }

    /** The sum of the parts that may be in force on these nodes, above the least parts. */
    double[] heldBy(Predicate<Node> nodes) {
        double[] held = new double[columns.size()];
        limited.stream()
                .filter(place -> nodes.test(place.node))
                .forEach(place -> held[place.cell.column] += inForce(place) - covered[place.cell.column]);
        return held;
    }

    /** The least parts of all disks, as far as the limit covers them. */
    double least(int column) {
        return places * covered[column];
    }

    /** The part that may be in force there, without what is uncovered of it. */
    private double inForce(Place place) {
        int c = place.cell.column;
        return Math.max(place.cell.inForce(place.node.confirmed) - (floors[c] - covered[c]), 0);
    }

    /**
     * Changes parts.
     *
     * @param ceiling how much of each limit may be distributed
     * @param listening whether nodes that apply another coordinator's terms keep them
     * @param serial the serial of changes
     */
    void move(double[] ceiling, boolean listening, long serial) {
        Arrays.fill(idle, places);
        Arrays.fill(wanting, 0);
        limited.forEach(place -> survey(place, listening));
        double[] without = new double[idle.length];
        Arrays.fill(without, places);
        for (Place place : limited) {
            int c = place.cell.column;
            if (!fixed(place, listening)) {
                lower(place, ceiling[c], serial);
            }
            inForce[c] += inForce(place);
            without[c]--;
        }
        double[] spare = new double[inForce.length];
        for (int c = 0; c < inForce.length; c++) {
            inForce[c] += without[c] * covered[c];
            double left = Math.max(ceiling[c] - inForce[c], 0);
            spare[c] = missing[c] > 0 ? Math.min(left / missing[c], 1) : 0;
        }
        for (Place place : limited) {
            int c = place.cell.column;
            if (spare[c] > 0 && !fixed(place, listening)) {
                raise(place, ceiling[c], spare[c], serial);
            }
        }
    }

    private static boolean fixed(Place place, boolean listening) {
        Node node = place.node;
        return node.silent || (listening && node.foreign) || place.cell.pending(node.confirmed);
    }

    private void survey(Place place, boolean listening) {
        Cell cell = place.cell;
        int c = cell.column;
        if (fixed(place, listening)) {
            frozen[c] += inForce(place);
            idle[c]--;
        } else if (cell.hasDemand()) {
            wanted[c] += wanted(cell);
            if (cell.isSatisfied()) {
                settled[c] += roomy(place);
            } else {
                given[c] += cell.given + 1;
            }
            wanting[c]++;
            idle[c]--;
        }
    }

    private static double roomy(Place place) {
        return Math.min(ROOM * place.cell.given, place.disk.capacity);
    }

    private double wanted(Cell cell) {
        return HEADROOM * cell.demand + 2 * floors[cell.column];
    }

    /** The part that the tenant should have there. */
    private double target(Place place, double ceiling) {
        Cell cell = place.cell;
        int c = cell.column;
        if (!cell.hasDemand()) {
            return floors[c];
        }
        double left = Math.max(ceiling - frozen[c] - (idle[c] + wanting[c]) * covered[c], 0);
        double part;
        if (settled[c] > left) {
            part = floors[c] + left * (cell.given + 1) / (settled[c] + given[c]);
        } else if (cell.isSatisfied()) {
            part = floors[c] + roomy(place);
        } else {
            part = floors[c] + (left - settled[c]) * (cell.given + 1) / given[c];
        }
        double enough = Math.max(wanted(cell), floors[c]);
        return Math.floor(wanted[c] <= left ? enough : part);
    }

    private void lower(Place place, double ceiling, long serial) {
        Cell cell = place.cell;
        double target = target(place, ceiling);
        double now = cell.split;
        if (target < now * (1 - STEADY) || (target < now && !cell.hasDemand())) {
            change(cell, target, serial);
        } else if (target > now) {
            missing[cell.column] += target - now;
        }
    }

    private void raise(Place place, double ceiling, double spare, long serial) {
        Cell cell = place.cell;
        double target = target(place, ceiling);
        double now = cell.split;
        double part = Math.floor(now + spare * (target - now));
        if (part > now * (1 + STEADY / 3)) {
            inForce[cell.column] += part - now;
            change(cell, part, serial);
        }
    }

    private static void change(Cell cell, double part, long serial) {
        cell.held = cell.split;
        cell.split = part;
        cell.since = serial;
    }

    /** The sum of the parts of that tenant's limit that may be in force, with what is uncovered. */
    Rate sum(int column) {
        return columns.limited(column)
                ? Rate.ofBytesPerSecond((long) (inForce[column] + uncovered(column)))
                : Rate.ZERO;
    }
}
