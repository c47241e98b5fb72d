package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns the decision into the terms of a node; leaves out what the policy says already. */
final class TermsUpdate {
    private final Columns columns;
    private final double[] floors;
    private final List<Terms> elsewhere = new ArrayList<>();

    TermsUpdate(Columns columns, double[] floors) {
        this.columns = columns;
        this.floors = floors;
        for (int c = 0; c < columns.size(); c++) {
            if (columns.ofTheCluster(c)) {
                elsewhere.add(terms(c, columns.priority[c], 0, floors[c]));
            }
        }
    }

    /**
     * Updates the node's terms and, if they changed, its serial number.
     *
     * @param before the node in the previous balance; null for a new one
     * @param anew whether all terms must be rebuilt, because policy, factors or least parts changed
     * @param serial the serial number for changed terms
     */
    void update(Node node, Node before, boolean anew, long serial) {
        boolean differs = anew || before == null || node.disks.size() != before.disks.size();
        for (int i = 0; i < node.disks.size(); i++) {
            Disk disk = node.disks.get(i);
            Disk was = before != null && i < before.disks.size() ? before.disks.get(i) : null;
            if (anew || was == null || !same(disk, was)) {
                disk.terms = terms(disk);
                differs = true;
            }
        }
        if (!differs) {
            return;
        }
        Map<String, List<Terms>> volumes = new HashMap<>();
        for (Disk disk : node.disks) {
            if (!disk.terms.isEmpty()) {
                volumes.put(disk.volume, disk.terms);
            }
        }
        NodeTerms terms = NodeTerms.of(GrantVersion.NONE, node.disks.isEmpty() ? List.of() : elsewhere, volumes);
        if (!terms.sameAs(node.terms) || (node.foreign && node.serial == 0)) {
            node.terms = terms;
            node.serial = serial;
        }
    }

    private static boolean same(Disk one, Disk other) {
        if (one.cells.size() != other.cells.size() || !one.volume.equals(other.volume)) {
            return false;
        }
        for (int i = 0; i < one.cells.size(); i++) {
            if (!one.cells.get(i).hasTermsOf(other.cells.get(i))) {
                return false;
            }
        }
        return true;
    }

    private List<Terms> terms(Disk disk) {
        List<Terms> terms = new ArrayList<>();
        for (Cell cell : disk.cells) {
            int c = cell.column;
            boolean split = columns.limited(c) && cell.split != floors[c];
            if (cell.weight != columns.priority[c] || cell.reservation > 0 || split) {
                terms.add(terms(c, cell.weight, cell.reservation, cell.split));
            }
        }
        return List.copyOf(terms);
    }

    private Terms terms(int column, double weight, double reservation, double split) {
        Rate limit = columns.limited(column) ? Rate.ofBytesPerSecond((long) Math.max(split, 1)) : Rate.UNLIMITED;
        Rate reserved = Rate.ofBytesPerSecond((long) reservation);
        return Terms.of(
                columns.tenants[column],
                Math.min(Math.max(weight, Terms.LEAST_WEIGHT), Terms.LARGEST_WEIGHT),
                reserved.compareTo(limit) > 0 ? limit : reserved,
                limit);
    }
}
