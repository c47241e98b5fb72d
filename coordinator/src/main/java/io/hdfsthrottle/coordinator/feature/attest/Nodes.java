package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.UsageReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds nodes that do less than they are meant to, layers there, and tags that they refuse. Not thread-safe. */
final class Nodes {
    private Map<String, UsageReport> last = new HashMap<>();

    List<Finding> next(List<NodeReport> reports) {
        List<Finding> findings = new ArrayList<>();
        Map<String, UsageReport> now = new HashMap<>();
        if (reports.isEmpty()) {
            findings.add(new Finding(
                    Kind.NO_NODES,
                    "cluster",
                    "No DataNode reports: hooked ones go by their last grant, and nothing else can be found."));
        }
        for (NodeReport report : reports) {
            UsageReport usage = report.usage();
            trouble(report).ifPresent(why -> findings.add(new Finding(Kind.NODE_FELL_BACK, usage.node(), why)));
            if (report.answering() && usage.pacing() && usage.faults().fallenBack() > 0) {
                findings.add(new Finding(Kind.LAYER_FELL_BACK, usage.node(), layers(usage)));
            }
            long refused = refusedSince(last.get(usage.node()), usage);
            if (refused > 0) {
                findings.add(new Finding(
                        Kind.TAGS_REFUSED,
                        usage.node(),
                        "DataNode " + usage.node() + " refused " + refused
                                + " tags of applications, whose operations count as those of clients without one."));
            }
            now.put(usage.node(), usage);
        }
        last = now;
        return findings;
    }

    private static Optional<String> trouble(NodeReport report) {
        UsageReport usage = report.usage();
        String node = "DataNode " + usage.node();
        if (!report.answering()) {
            return Optional.of(node + " has stopped reporting.");
        }
        if (!usage.pacing() && usage.mode().orElse(Mode.ENFORCE) == Mode.ENFORCE) {
            return Optional.of(node + " lets everything pass, by itself: its Reason in /jmx says why.");
        }
        return usage.keys()
                .filter(UsageReport.UNUSABLE_KEYS::equals)
                .map(unusable ->
                        node + " cannot use its key, and accepts no tag: see hdfs.throttle.node.key.file there.");
    }

    private static String layers(UsageReport usage) {
        String why = usage.volumes().stream()
                .flatMap(volume -> volume.coverage().stream())
                .filter(cover -> cover.path().equals("reads"))
                .map(PathCoverage::reason)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("see hdfs-throttle nodes show " + usage.node());
        return "On DataNode " + usage.node() + " a layer that is enabled does less than it is meant to: " + why + ".";
    }

    /** A node that is heard first may have refused them long ago; one that has started anew counts from 0. */
    private static long refusedSince(UsageReport before, UsageReport usage) {
        if (before == null) {
            return 0;
        }
        long was = before.faults().refusedTags();
        long is = usage.faults().refusedTags();
        return is >= was ? is - was : is;
    }
}
