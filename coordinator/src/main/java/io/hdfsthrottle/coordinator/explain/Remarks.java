package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.explain.Explanation.Remark;
import io.hdfsthrottle.coordinator.explain.Situation.Place;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.UsageReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is remarkable on some nodes and disks, whatever waits there. */
final class Remarks {
    static final int MOST = 50;

    /** I/O of others than HDFS beyond this part of a disk is remarkable. */
    private static final double MUCH = 0.1;

    /** What a DataNode is to pace; the other paths are not its. */
    private static final Set<String> PACED = Set.of("reads", "writes");

    private final Situation situation;
    private final ClusterFacts facts;
    private final List<Remark> remarks = new ArrayList<>();

    Remarks(Situation situation) {
        this.situation = situation;
        this.facts = situation.facts();
    }

    List<Remark> made() {
        return remarks.subList(0, Math.min(MOST, remarks.size()));
    }

    void add(String remark, String sentence) {
        remarks.add(new Remark(remark, null, null, sentence));
    }

    private void of(NodeReport report, String remark, String sentence) {
        remarks.add(
                new Remark(remark, report.usage().node(), null, report.usage().node() + " " + sentence));
    }

    private void of(Place place, String remark, String sentence) {
        remarks.add(new Remark(remark, place.node(), place.disk().volume(), "Disk " + place + " " + sentence));
    }

    /** What concerns all of a node. */
    void lookAt(NodeReport report) {
        UsageReport usage = report.usage();
        if (!report.answering()) {
            of(report, "silent", "has not reported for " + report.age().toSeconds() + " s");
            return;
        }
        Mode mode = usage.mode().orElse(Mode.ENFORCE);
        if (mode != Mode.ENFORCE) {
            of(report, mode.label(), "is in mode " + mode.label() + ": it delays nobody");
        } else if (!usage.pacing()) {
            of(report, "passing", "lets everything pass: its log says why (grep hdfs-throttle)");
        }
        if (usage.grant().compareTo(situation.version()) < 0) {
            of(
                    report,
                    "staleGrant",
                    "goes by policy " + usage.grant() + ", not " + situation.version()
                            + ": after ten minutes without a coordinator, tenants are equal there");
        }
    }

    /** What concerns one disk. */
    void lookAt(Place place) {
        place.disk().capacity().ifPresent(capacity -> {
            if (facts.slowness(place.disk()) > 0) {
                of(place, "slowDisk", "gives " + Words.rate(capacity) + ", others " + Words.rate(facts.median()));
            }
            place.disk()
                    .disk()
                    .filter(use -> use.unclaimed().bytesPerSecond() > MUCH * capacity.bytesPerSecond())
                    .ifPresent(use -> of(
                            place,
                            "foreignIo",
                            "moves " + Words.rate(use.unclaimed())
                                    + " for neither HDFS nor executors, which nothing here delays"));
        });
        for (PathCoverage cover : place.disk().coverage()) {
            if (PACED.contains(cover.path()) && cover.coveredBy().isEmpty()) {
                of(
                        place,
                        "layerOff",
                        "holds back no " + cover.path() + (cover.reason().isEmpty() ? "" : ": " + cover.reason()));
            }
        }
    }

    /** What concerns a tenant wherever it is. */
    void lookAt(Tenant tenant) {
        Mode mode = situation.modes().of(tenant);
        if (mode != Mode.ENFORCE) {
            add("tenantMode", "Tenant " + tenant + " is in mode " + mode.label() + ": no DataNode delays it");
        }
        situation.policy().terms(tenant).ifPresent(terms -> {
            if (!terms.shortCircuit().label().equals("tcp")) {
                add(
                        "shortCircuit",
                        "What " + tenant + " reads by short circuit ("
                                + terms.shortCircuit().label() + ") no DataNode delays or counts");
            }
        });
    }
}
