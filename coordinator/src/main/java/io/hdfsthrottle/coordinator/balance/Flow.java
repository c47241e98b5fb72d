package io.hdfsthrottle.coordinator.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The weighted max-min fair totals over many disks: the flow from tenants through disks that minimises the sum of
 * {@code total² / (2 priority)} while every disk gives all that it can.
 *
 * <p>One disk after the other is filled up to a level such that each tenant's total, its part there and elsewhere, is
 * weight times level or as near as its demand there allows (block coordinate descent; Bertsekas, Nonlinear Programming,
 * section 3.7). Among flows with the same totals a small penalty on concentration chooses the one that is spread most
 * evenly, which moves totals by at most {@link #EVENNESS}. Reservations and limits act by the weight: raised as long as
 * the reservation is missed, lowered as long as the limit would be exceeded. Not thread-safe.
 */
final class Flow {
    /** How far a total may be from its exact value for the sake of an even spread. */
    static final double EVENNESS = 0.003;

    /** A relative difference below this is none. */
    static final double HAIR = 1e-6;

    private static final double ENOUGH = 1e-5;
    private static final double ENOUGH_TOTAL = 1e-4;
    private static final double EXACT = 1e-7;
    private static final int MOST_SWEEPS = 400;

    /** The most cells (tenant on a disk) that are visited in all: bounds the time of a solution to milliseconds. */
    private static final double MOST_CELLS = 1e6;

    /**
     * After so many cells it is enough that totals have converged: the spread converges in the balances that follow.
     */
    private static final double ENOUGH_CELLS = 3e5;

    /** On a saturated disk a tenant's total may exceed its limit by this factor until its weight has been lowered. */
    private static final double OVERSHOOT = 1.01;

    /**
     * Seed of the order in which disks are filled, shuffled for each sweep: in a fixed order, the next few disks take
     * what one gives up, so that an uneven spread is passed on instead of evened out.
     */
    private static final long SEED = 1;

    private static final double FIRST_STEP = 0.2;
    private static final double LARGEST_STEP = 0.7;

    /** The largest factor by which a reservation or limit changes a weight. */
    private static final double FARTHEST = 1e4;

    private final Columns columns;
    private final double[] limit;

    /** Weights, adapted to limits and reservations. */
    final double[] weight;

    /** The total of each tenant, in bytes per second. */
    final double[] total;

    /** The sum of each tenant's demand, and the number of disks where it has any. */
    final double[] demand;

    final int[] disks;

    /** How much more than its part there a tenant's penalty counts, for each tenant. */
    final double[] spread;

    private final double[] fixed;
    private final double[] settled;
    private final double[] largest;
    private final double[] highest;
    private final double[] room;
    private final double[] steepness;
    private final double[] damping;
    private final double[] before;
    private double[] elsewhere = new double[32];
    private double[] bound = new double[32];
    private double[] steep = new double[32];
    private double[] offset = new double[32];
    private final double[] step;
    private final double[] turn;
    private double moved;

    /**
     * A flow that starts from what disks gave before.
     *
     * @param weight weights as limits and reservations had adapted them before; modified
     * @param limit the largest total of each tenant
     */
    Flow(Columns columns, double[] weight, double[] limit) {
        this.columns = columns;
        this.weight = weight;
        this.limit = limit;
        int size = columns.size();
        total = new double[size];
        demand = new double[size];
        disks = new int[size];
        spread = new double[size];
        fixed = new double[size];
        settled = new double[size];
        largest = new double[size];
        highest = new double[size];
        room = new double[size];
        steepness = new double[size];
        damping = new double[size];
        before = new double[size];
        step = new double[size];
        turn = new double[size];
        Arrays.fill(step, FIRST_STEP);
    }

    /**
     * Computes what every disk gives to each tenant.
     *
     * @param contended disks on which a tenant is throttled
     * @param silent such disks of nodes that have stopped reporting: their allocation is kept
     * @param idle disks that satisfy every tenant
     */
    void solve(List<Disk> contended, List<Disk> silent, List<Disk> idle) {
        add(idle, fixed, new double[fixed.length]);
        System.arraycopy(fixed, 0, total, 0, total.length);
        add(silent, total, settled);
        System.arraycopy(settled, 0, largest, 0, largest.length);
        int cells = add(contended, total, largest);
        double looked = 0;
        List<Disk> order = new ArrayList<>(contended);
        Random random = new Random(SEED);
        for (int sweep = 0; sweep < MOST_SWEEPS && looked < MOST_CELLS && cells > 0; sweep++) {
            System.arraycopy(total, 0, before, 0, total.length);
            Collections.shuffle(order, random);
            boolean more = sweep(order);
            looked += cells;
            if (!more || (looked > ENOUGH_CELLS && totalsRest())) {
                return;
            }
        }
    }

    private int add(List<Disk> some, double[] sums, double[] most) {
        int cells = 0;
        for (Disk disk : some) {
            cells += disk.cells.size();
            for (Cell cell : disk.cells) {
                int c = cell.column;
                sums[c] += cell.given;
                most[c] = Math.max(most[c], cell.given);
                demand[c] += cell.demand;
                disks[c] += cell.hasDemand() ? 1 : 0;
            }
        }
        return cells;
    }

    private boolean totalsRest() {
        for (int c = 0; c < total.length; c++) {
            if (Math.abs(total[c] - before[c]) > ENOUGH_TOTAL * total[c]) {
                return false;
            }
        }
        return true;
    }

    /** Fills every disk once; whether anything moved. */
    private boolean sweep(List<Disk> contended) {
        for (int c = 0; c < total.length; c++) {
            spread[c] = largest[c] > 0 ? EVENNESS * Math.max(1, (total[c] - fixed[c]) / largest[c]) : EVENNESS;
            damping[c] = 1 / (1 + spread[c]);
            steepness[c] = weight[c] * damping[c];
        }
        System.arraycopy(settled, 0, largest, 0, largest.length);
        Arrays.fill(highest, 0);
        Arrays.fill(room, 0);
        moved = 0;
        for (Disk disk : contended) {
            fill(disk);
        }
        boolean adapted = adaptWeights();
        return adapted || moved > ENOUGH;
    }

    private void fill(Disk disk) {
        int size = disk.cells.size();
        if (elsewhere.length < size) {
            elsewhere = new double[size];
            bound = new double[size];
            steep = new double[size];
            offset = new double[size];
        }
        double wanted = 0;
        for (int i = 0; i < size; i++) {
            Cell cell = disk.cells.get(i);
            int c = cell.column;
            elsewhere[i] = Math.max(total[c] - cell.given, 0);
            bound[i] = Math.min(cell.demand, Math.max(limit[c] * OVERSHOOT - elsewhere[i], 0));
            wanted += bound[i];
            steep[i] = steepness[c];
            offset[i] = elsewhere[i] * damping[c];
        }
        boolean full = wanted > disk.capacity;
        for (int i = 0; i < size && !full; i++) {
            Cell cell = disk.cells.get(i);
            double most = Math.min(cell.demand, Math.max(limit[cell.column] - elsewhere[i], 0));
            wanted -= bound[i] - most;
            bound[i] = most;
        }
        disk.level = full ? level(disk) : Double.POSITIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            Cell cell = disk.cells.get(i);
            int c = cell.column;
            double part = full ? part(i, disk.level) : bound[i];
            moved = Math.max(moved, Math.abs(part - cell.given) / disk.capacity);
            total[c] = elsewhere[i] + part;
            cell.given = part;
            largest[c] = Math.max(largest[c], part);
            if (!cell.isSatisfied()) {
                if (full) {
                    highest[c] = Math.max(highest[c], disk.level);
                } else {
                    room[c] += Math.min(disk.capacity - wanted, cell.demand - part);
                }
            }
        }
    }

    private double part(int cell, double level) {
        return Math.min(Math.max(steep[cell] * level - offset[cell], 0), bound[cell]);
    }

    /** The tenant's due on that disk if its demand were unbounded, given what it gets elsewhere. */
    double wish(Disk disk, Cell cell) {
        int c = cell.column;
        double gotElsewhere = Math.max(total[c] - cell.given, 0);
        return (weight[c] * disk.level - gotElsewhere) / (1 + spread[c]);
    }

    /** The level at which the disk's capacity is used up: Newton's method, safeguarded by bisection. */
    private double level(Disk disk) {
        double enough = 0;
        double tooMuch = Double.POSITIVE_INFINITY;
        double level = Double.isFinite(disk.level) && disk.level > 0 ? disk.level : firstGuess(disk);
        for (int step = 0; step < 200; step++) {
            double given = 0;
            double slope = 0;
            for (int i = 0; i < disk.cells.size(); i++) {
                double wish = steep[i] * level - offset[i];
                if (wish >= bound[i]) {
                    given += bound[i];
                } else if (wish > 0) {
                    given += wish;
                    slope += steep[i];
                }
            }
            double missing = disk.capacity - given;
            if (Math.abs(missing) <= EXACT * disk.capacity) {
                return level;
            }
            if (missing > 0) {
                enough = level;
            } else {
                tooMuch = level;
            }
            double next = slope > 0 ? level + missing / slope : Double.NaN;
            if (!(next > enough && next < tooMuch)) {
                next = Double.isInfinite(tooMuch) ? 2 * level + 1 : enough + (tooMuch - enough) / 2;
            }
            level = next;
        }
        return level;
    }

    private double firstGuess(Disk disk) {
        double weights = 0;
        double sum = disk.capacity;
        for (int i = 0; i < disk.cells.size(); i++) {
            weights += weight[disk.cells.get(i).column];
            sum += elsewhere[i];
        }
        return sum / weights;
    }

    /**
     * Adapts weights to limits and reservations; whether any changed. Steps are halved when a weight changes direction,
     * so that tenants whose limits depend on each other converge.
     */
    private boolean adaptWeights() {
        boolean changed = false;
        for (int c = 0; c < total.length; c++) {
            double wish = wishedChange(c);
            if (wish != 0) {
                step[c] = wish * turn[c] < 0 ? step[c] / 2 : Math.min(step[c] * 1.2, LARGEST_STEP);
                turn[c] = Math.signum(wish);
                double before = weight[c];
                double priority = columns.priority[c];
                double factor = StrictMath.exp(Math.min(Math.max(wish, -step[c]), step[c]));
                double most = wish > 0 && before < priority ? priority : priority * FARTHEST;
                double fewest = wish < 0 && before > priority ? priority : priority / FARTHEST;
                weight[c] = Math.min(Math.max(before * factor, fewest), most);
                changed |= Math.abs(weight[c] - before) > ENOUGH * before;
            }
        }
        return changed;
    }

    /** The wanted change of the logarithm of a weight. */
    private double wishedChange(int c) {
        if (room[c] > HAIR * total[c]) {
            return -room[c] / Math.max(total[c], 1);
        }
        if (total[c] > limit[c] * (1 + HAIR)) {
            return -StrictMath.log(total[c] / limit[c]);
        }
        if (weight[c] < columns.priority[c]) {
            return total[c] >= limit[c] * (1 - HAIR) ? 0 : StrictMath.log(limit[c] / Math.max(total[c], 1));
        }
        double missing = StrictMath.log(Math.max(columns.reservation[c], 1) / Math.max(total[c], 1));
        boolean couldHaveMore = missing > HAIR && highest[c] > 0;
        return couldHaveMore || (missing < -HAIR && weight[c] > columns.priority[c]) ? missing : 0;
    }
}
