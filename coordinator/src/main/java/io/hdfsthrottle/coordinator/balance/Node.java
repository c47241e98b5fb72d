package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;

/** The state of one node and the terms sent to it. Modified only while its balance is computed. */
final class Node {
    final String name;

    /** When it last reported, in nanoseconds. */
    final long heard;

    /** Its last report. */
    final List<VolumeUsage> report;

    final List<Disk> disks;

    /** The last serial number that it confirmed; 0 if it applies no terms of this coordinator. */
    long confirmed;

    /** Whether it applies another coordinator's terms. */
    boolean foreign;

    /** Whether it has stopped reporting: then its terms are kept. */
    boolean silent;

    /** The serial number of its terms; 0 as long as there are none. */
    long serial;

    NodeTerms terms = NodeTerms.NONE;

    Node(String name, long heard, List<VolumeUsage> report, List<Disk> disks) {
        this.name = name;
        this.heard = heard;
        this.report = report;
        this.disks = disks;
    }

    /** Takes over the terms last sent to the node. */
    Node inheritTerms(Node before) {
        serial = before.serial;
        terms = before.terms;
        return this;
    }
}
