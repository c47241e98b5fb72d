package io.hdfsthrottle.integration;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reports once as a DataNode with disks of its own would: on a machine with one disk, all DataNodes are on the same.
 */
final class StandInNode {

    private StandInNode() {}

    /** That node has hard disks with volumes DS-1, DS-2 and so on. */
    static void report(URI coordinator, Credential credential, String node, int disks) throws Exception {
        report(coordinator, credential, node, 1, disks);
    }

    /** The same with volumes DS-first to DS-last. */
    static void report(URI coordinator, Credential credential, String node, int first, int last) throws Exception {
        List<VolumeUsage> volumes = new ArrayList<>();
        for (int disk = first; disk <= last; disk++) {
            volumes.add(VolumeUsage.of("DS-" + disk, Rate.parse("150m"), List.of())
                    .on(DiskFacts.of("8:" + 16 * disk, Optional.of(true), OptionalLong.of(4L << 40))));
        }
        report(coordinator, credential, node, volumes);
    }

    /** The same with these volumes. */
    static void report(URI coordinator, Credential credential, String node, List<VolumeUsage> volumes)
            throws Exception {
        try (HttpLink link = new HttpLink(List.of(coordinator), Duration.ofSeconds(5), credential)) {
            link.report(UsageReport.of(node, GrantVersion.NONE, true, volumes));
        }
    }
}
