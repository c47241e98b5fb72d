package io.hdfsthrottle.integration;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One cluster for all classes of this JVM that kill nothing: with a class's own folder, tenants and rules, which are
 * gone after it. What a class leaves otherwise, an application, a tenant, a rule, a file or an error of the hook, fails
 * that class. There is one tenant beyond the built-in ones, gold of priority 8.
 */
final class SharedCluster implements BeforeAllCallback, AfterAllCallback {

    static final String GOLD = "gold";
    static final String DEFAULT = "default";

    /** For any test here: more than it needs, each byte charged at once, executors on this machine, too. */
    private static final Map<String, String> DATA_NODE = Map.of(
            "hdfs.throttle.volume.capacity", "200m",
            "hdfs.throttle.charge", "transferred",
            "hdfs.throttle.executors", "charge",
            "hdfs.throttle.executors.users", System.getProperty("user.name"));

    private static final Duration RESET = Duration.ofSeconds(30);

    /** Ends with this JVM. */
    private static Cluster cluster;

    private static Remains before;

    private final List<String> made = new ArrayList<>();
    private String folder;

    /** What a class may leave behind. */
    private record Remains(Set<String> tenants, Set<String> rules, Set<String> applications, Set<String> files) {

        static Remains of(Cluster cluster) throws IOException {
            Coordinator coordinator = cluster.coordinator();
            try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
                return new Remains(
                        names(coordinator, "tenants", "tenant"),
                        names(coordinator, "rules", "rule"),
                        names(coordinator, "applications", "application"),
                        hdfs.files("/"));
            }
        }

        private static Set<String> names(Coordinator coordinator, String list, String name) throws IOException {
            return coordinator.list("/v1/" + list, list).stream()
                    .map(each -> String.valueOf(each.get(name)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        if (cluster == null) {
            cluster = Cluster.in(RigFolders.folder("shared"))
                    .hadoop(Versions.ofHadoop())
                    .dataNode(DATA_NODE)
                    .start();
            before = Remains.of(cluster);
        }
        folder = "/" + context.getRequiredTestClass().getSimpleName();
        tenant(GOLD, Map.of("priority", 8));
        cluster.awaitGrants();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(nameNode())) {
            hdfs.delete(folder);
            hdfs.delete("/warehouse"); // Spark's tables
        }
        for (int i = made.size() - 1; i >= 0; i--) {
            coordinator().delete(made.get(i));
        }
        made.clear();
        try {
            await().atMost(RESET).until(() -> Remains.of(cluster).equals(before));
        } catch (ConditionTimeoutException left) {
            throw new AssertionError(folder.substring(1) + " left " + Remains.of(cluster) + " of " + before, left);
        }
        if (figures().number("Errors") > 0) {
            throw new AssertionError(folder.substring(1) + " leaves errors of the hook: " + figures());
        }
    }

    /** A path in the folder of this class. */
    String path(String name) {
        return folder + "/" + name;
    }

    /** Creates a tenant until the end of this class, or changes it. */
    void tenant(String name, Map<String, ?> terms) throws IOException {
        put("/v1/tenants/" + name, terms);
    }

    /** Gives a tenant what this rule matches, until the end of this class. */
    void rule(String tenant, Map<String, String> match) throws IOException {
        put("/v1/rules/" + tenant, Map.of("match", match, "tenant", tenant));
    }

    private void put(String path, Map<String, ?> body) throws IOException {
        coordinator().put(path, body);
        if (!made.contains(path)) {
            made.add(path);
        }
    }

    Cluster cluster() {
        return cluster;
    }

    NameNode nameNode() {
        return cluster.nameNode();
    }

    Coordinator coordinator() {
        return cluster.coordinator();
    }

    URI url() {
        return coordinator().url();
    }

    HookFigures figures() {
        return cluster.figures();
    }

    /** How many bytes the hook saw so far for a tenant, written and read. */
    long seen(String tenant) {
        return (long) figures().tenant(tenant, "bytes");
    }

    /** How many bytes the files below this folder hold. */
    long stored(String path) throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(nameNode())) {
            return hdfs.stored(path);
        }
    }

    /** The living application of this name, as the coordinator lists it. */
    Optional<Map<String, Object>> application(String name) throws IOException {
        return coordinator().application(name);
    }
}
