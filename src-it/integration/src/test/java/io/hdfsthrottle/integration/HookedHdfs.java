package io.hdfsthrottle.integration;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An HDFS whose DataNode has the hook, and the coordinator that it listens to. There is one tenant beyond the built-in
 * ones, gold, and more capacity than anything here needs.
 */
final class HookedHdfs implements AutoCloseable {

    static final String GOLD = "gold";
    static final String DEFAULT = "default";

    private static final int GOLD_PRIORITY = 8;
    private static final Duration GRANT = Duration.ofSeconds(30);

    private final Cluster cluster;

    private HookedHdfs(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Starts it all; the DataNode holds the coordinator's grant when this returns. */
    static HookedHdfs start(String hadoop) throws IOException {
        HookedHdfs hdfs = new HookedHdfs(
                Cluster.start(RigFolders.folder("cluster"), hadoop, Map.of("hdfs.throttle.volume.capacity", "400m")));
        hdfs.cluster.coordinator().putTenant(GOLD, GOLD_PRIORITY);
        await().atMost(GRANT).until(() -> hdfs.figures().text("GrantFreshness").equals("FRESH"));
        return hdfs;
    }

    /** Adds a tenant, and gives it what this rule matches. */
    void tenant(String name, int priority, Map<String, String> match) throws IOException {
        cluster.coordinator().putTenant(name, priority);
        cluster.coordinator().put("/v1/rules/" + name, Map.of("match", match, "tenant", name));
    }

    NameNode nameNode() {
        return cluster.nameNode();
    }

    URI coordinator() {
        return cluster.coordinator().url();
    }

    private HookFigures figures() {
        return HookFigures.of(cluster.dataNode());
    }

    /** How many bytes the hook saw so far for a tenant, written and read. */
    long seen(String tenant) {
        return (long) figures().tenant(tenant, "bytes");
    }

    /** How many bytes the files below this folder hold. */
    long stored(String folder) throws IOException {
        Configuration configuration = new Configuration();
        try (FileSystem files = FileSystem.newInstance(URI.create(nameNode().fileSystem()), configuration)) {
            return files.getContentSummary(new Path(folder)).getLength();
        }
    }

    /** The living application of this name, as the coordinator lists it. */
    @SuppressWarnings("unchecked")
    Optional<Map<String, Object>> application(String name) {
        try {
            List<Map<String, Object>> living = (List<Map<String, Object>>)
                    cluster.coordinator().get("/v1/applications").get("applications");
            return living.stream()
                    .filter(application -> name.equals(application.get("name")))
                    .findFirst();
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
