package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;

/** What is known of one node and was said to it. Changed while a balance is made, never afterwards. */
final class Node {
    final String name;

    /** When it was last heard, in nanoseconds. */
    final long heard;

    /** Its last report. */
    final List<VolumeUsage> report;

    final List<Disk> disks;

    /** The last serial that it confirmed; 0 if it goes by none of this coordinator's. */
    long confirmed;

    /** Whether it goes by what another coordinator said. */
    boolean foreign;

    /** Whether it does not answer: then nothing is changed for it. */
    boolean silent;

    /** The serial of its terms; 0 as long as there is nothing to say. */
    long serial;

    NodeTerms terms = NodeTerms.NONE;

    Node(String name, long heard, List<VolumeUsage> report, List<Disk> disks) {
        this.name = name;
        this.heard = heard;
        this.report = report;
        this.disks = disks;
    }

    /** With what was said to that one. */
    Node told(Node before) {
        serial = before.serial;
        terms = before.terms;
        return this;
    }
}
