package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.List;

/** The state of one node and the terms sent to it. Modified only while its balance is computed. */
final class Node {
    final String name;

    /** When it last reported, in nanoseconds. */
    final long heard;

    final List<VolumeUsage> report;

    final List<Disk> disks = new ArrayList<>();

    /** The last serial number that it confirmed; 0 if it applies no terms of this coordinator. */
    long confirmed;

    /** Whether it applies another coordinator's terms. */
    boolean foreign;

    /** Whether it has stopped reporting: then its terms are kept. */
    boolean silent;

    /** The serial number of its terms; 0 as long as there are none. */
    long serial;

    NodeTerms terms = NodeTerms.NONE;

    Node(String name, long heard, List<VolumeUsage> report) {
        this.name = name;
        this.heard = heard;
        this.report = report;
    }

    /** A copy with other columns, as {@link Disk#with}. */
    Node with(int[] newColumns) {
        Node copy = new Node(name, heard, report);
        disks.forEach(disk -> copy.disks.add(disk.with(newColumns)));
        copy.confirmed = confirmed;
        copy.foreign = foreign;
        copy.silent = silent;
        copy.serial = serial;
        copy.terms = terms;
        return copy;
    }
}
