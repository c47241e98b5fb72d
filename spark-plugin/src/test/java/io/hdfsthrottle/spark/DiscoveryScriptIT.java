package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.resource.ResourceDiscoveryScriptPlugin;
import org.apache.spark.resource.ResourceID;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.resource.ResourceRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The discovery script, run by Spark's own way to run such scripts. */
final class DiscoveryScriptIT {

    private static final Path SCRIPT = Path.of("..", "conf", "spark-disk-bandwidth-discovery")
            .toAbsolutePath()
            .normalize();

    @TempDir
    private Path folder;

    /** With the environment that a Worker would have. */
    private Path script(String coordinator, String more) throws Exception {
        Path script = Files.writeString(
                folder.resolve("discovery"),
                "#!/usr/bin/env bash\nHDFS_THROTTLE_COORDINATOR=" + coordinator + " HDFS_THROTTLE_OFFER='--host dn1"
                        + more + "' exec " + SCRIPT + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private static ResourceInformation discover(Path script) {
        return new ResourceDiscoveryScriptPlugin()
                .discoverResource(
                        new ResourceRequest(
                                new ResourceID("spark.worker", "hdfs-bandwidth"),
                                2,
                                Optional.of(script.toString()),
                                Optional.empty()),
                        new SparkConf(false))
                .orElseThrow();
    }

    @Test
    void spark_discoversWhatIsFreeOfTheHostsDisks_inWholeUnits() throws Exception {
        try (OfferingCoordinator coordinator = new OfferingCoordinator()) {
            assertThat(discover(script(coordinator.url(), "")).addresses()).hasSize(12);
            assertThat(discover(script(coordinator.url(), " --unit 50m")).addresses())
                    .containsExactly("0", "1");
        }
    }
}
