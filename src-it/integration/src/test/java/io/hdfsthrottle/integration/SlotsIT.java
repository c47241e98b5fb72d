package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A DataNode with few transfer threads: what pacing takes of them is given back to newcomers. */
final class SlotsIT {

    private static final int MOST_THREADS = 32;
    private static final int FILE_BYTES = 24 << 20;

    @Test
    void crowdThatTookEveryTransferThread_leavesSomeForNewcomers() throws Exception {
        Map<String, String> settings = Map.of(
                "dfs.datanode.max.transfer.threads", Integer.toString(MOST_THREADS),
                "hdfs.throttle.slots.extra", "1",
                "hdfs.throttle.volume.capacity", "8m");
        try (Cluster cluster = Cluster.in(RigFolders.folder("slots"))
                .hadoop(Versions.ofHadoop())
                .dataNode(settings)
                .start()) {
            cluster.coordinator().putTenant("visitor", 1);
            Hdfs crowd = Hdfs.untagged(cluster.nameNode());
            Hdfs visitor = Hdfs.tagged(cluster.nameNode(), cluster.register("app-visitor", "visitor"));
            crowd.write("/data", FILE_BYTES, 1);
            try (Streams many = Streams.reading(crowd, "/data", MOST_THREADS)) {
                await().until(() -> figures(cluster).tenant("default", "slots") == MOST_THREADS);
                assertThat(figures(cluster).number("LentSlots")).isPositive();
                try (Streams few = Streams.reading(visitor, "/data", 4)) {
                    await().until(() -> figures(cluster).tenant("visitor", "slots") == 4);
                    await().until(() -> few.bytes() > FILE_BYTES / 4);
                    assertThat(few.errors()).isEmpty();
                }
                assertThat(many.errors()).isEmpty();
            }
            assertThat(log(cluster)).doesNotContain("exceeds the limit of concurrent xceivers");
            assertThat(figures(cluster).number("Errors")).isZero();
            await().until(() -> figures(cluster).number("LentSlots") == 0);
        }
    }

    private static HookFigures figures(Cluster cluster) {
        return HookFigures.of(cluster.dataNode());
    }

    private static String log(Cluster cluster) throws IOException {
        return Files.readString(cluster.dataNode().process().log());
    }
}
