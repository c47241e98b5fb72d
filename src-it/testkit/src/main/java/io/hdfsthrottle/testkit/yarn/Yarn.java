package io.hdfsthrottle.testkit.yarn;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real ResourceManager with node labels, and NodeManagers with one label and one local directory each. */
public final class Yarn {
    private static final String SERVER = "org.apache.hadoop.yarn.server.";
    private static final Duration START = Duration.ofMinutes(2);

    /** Required by their own reflection and Guice's. */
    private static final List<String> OPENED = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

    private static final Pattern APPLICATION =
            Pattern.compile("\"id\":\"(application_[0-9_]+)\".*?\"state\":\"([A-Z_]+)\"");

    private final Rig rig;
    private final HadoopHost host;
    private final Map<String, Map<String, String>> sites = new TreeMap<>();
    private final Map<String, JavaProcess> nodeManagers = new TreeMap<>();
    private final URI http;

    private Yarn(Rig rig, HadoopHost host, NameNode nameNode, List<String> labels) {
        this.rig = rig;
        this.host = host;
        String web = LOOPBACK + ":" + rig.ports().free();
        this.http = URI.create("http://" + web + "/");
        sites.put("core-site", Map.of("fs.defaultFS", nameNode.fileSystem(), "hadoop.tmp.dir", folder("tmp")));
        sites.put("hdfs-site", Map.of("dfs.replication", "1"));
        sites.put("yarn-site", site(web));
        sites.put("capacity-scheduler", queue(labels));
    }

    /**
     * Starts it; returns when every NodeManager is usable.
     *
     * @param host a Hadoop with YARN
     * @param nameNode of the file system where applications are staged
     * @param disks by node label, the local directory of the NodeManager
     */
    public static Yarn start(Rig rig, HadoopHost host, NameNode nameNode, Map<String, Path> disks) {
        Yarn yarn = new Yarn(rig, host, nameNode, List.copyOf(disks.keySet()));
        yarn.startResourceManager(disks.keySet().stream().sorted().toList());
        new TreeMap<>(disks).forEach(yarn::startNodeManager);
        return yarn;
    }

    private String folder(String name) {
        return rig.folder("yarn/" + name).toString();
    }

    private String address() {
        return LOOPBACK + ":" + rig.ports().free();
    }

    private Map<String, String> site(String web) {
        Map<String, String> site = new LinkedHashMap<>();
        site.put("yarn.resourcemanager.hostname", LOOPBACK);
        site.put("yarn.resourcemanager.webapp.address", web);
        for (String each : List.of("", "scheduler.", "resource-tracker.", "admin.")) {
            site.put("yarn.resourcemanager." + each + "address", address());
        }
        site.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "200");
        site.put("yarn.scheduler.minimum-allocation-mb", "128");
        site.put("yarn.node-labels.enabled", "true");
        site.put("yarn.node-labels.configuration-type", "distributed");
        site.put("yarn.node-labels.fs-store.root-dir", "file://" + folder("labels"));
        return site;
    }

    private static Map<String, String> queue(List<String> labels) {
        String root = "yarn.scheduler.capacity.root.";
        Map<String, String> queue = new LinkedHashMap<>();
        queue.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
        queue.put(root + "queues", "default");
        queue.put(root + "default.capacity", "100");
        for (String each : List.of(root, root + "default.")) {
            queue.put(each + "accessible-node-labels", "*");
            labels.forEach(label -> queue.put(each + "accessible-node-labels." + label + ".capacity", "100"));
        }
        return queue;
    }

    private void startResourceManager(List<String> labels) {
        JavaProcess process = rig.start(host.command(
                        "resourcemanager", rig.folder("yarn/conf"), sites, SERVER + "resourcemanager.ResourceManager")
                .withFlags(OPENED));
        process.awaitReady(
                START, () -> "STARTED".equals(part(get("info"), "clusterInfo").get("state")));
        List<Map<String, String>> known = labels.stream()
                .map(label -> Map.of("name", label, "exclusivity", "true"))
                .toList();
        try {
            LocalHttp.postJson(http.resolve("ws/v1/cluster/add-node-labels"), Map.of("nodeLabelInfo", known));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private void startNodeManager(String label, Path disk) {
        String name = "nodemanager-" + label;
        String address = address();
        Map<String, String> site = new LinkedHashMap<>(sites.get("yarn-site"));
        site.put("yarn.nodemanager.address", address);
        site.put("yarn.nodemanager.localizer.address", address());
        site.put("yarn.nodemanager.webapp.address", address());
        site.put("yarn.nodemanager.local-dirs", disk.toString());
        site.put("yarn.nodemanager.log-dirs", folder(name + "/logs"));
        site.put("yarn.nodemanager.node-labels.provider", "config");
        site.put("yarn.nodemanager.node-labels.provider.configured-node-partition", label);
        site.put("yarn.nodemanager.resource.memory-mb", "2048");
        site.put("yarn.nodemanager.resource.cpu-vcores", "8");
        site.put("yarn.nodemanager.pmem-check-enabled", "false");
        site.put("yarn.nodemanager.vmem-check-enabled", "false");
        site.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100.0");
        site.put("yarn.nodemanager.localizer.cache.target-size-mb", "0");
        site.put("yarn.nodemanager.localizer.cache.cleanup.interval-ms", "1000");
        Map<String, Map<String, String>> all = new TreeMap<>(sites);
        all.put("yarn-site", site);
        JavaProcess process = rig.start(
                host.command(name, rig.folder("yarn/" + name + "/conf"), all, SERVER + "nodemanager.NodeManager")
                        .withFlags(OPENED)
                        .withEnvironment(Map.of("JAVA_HOME", System.getProperty("java.home"))));
        nodeManagers.put(label, process);
        process.awaitReady(START, () -> list(part(get("nodes"), "nodes"), "node").stream()
                .anyMatch(node ->
                        "RUNNING".equals(node.get("state")) && List.of(label).equals(node.get("nodeLabels"))));
    }

    /** The NodeManager with that label. */
    public JavaProcess nodeManager(String label) {
        return nodeManagers.get(label);
    }

    /** Its configuration folder, for clients. */
    public Path conf() {
        return rig.folder("yarn/conf");
    }

    /**
     * The states of all applications with that tag, by their ids. Parsed as text: its description of resources has two
     * members of one name.
     */
    public Map<String, String> applications(String tag) throws IOException {
        Map<String, String> states = new TreeMap<>();
        try (InputStream in = http.resolve("ws/v1/cluster/apps?applicationTags=" + tag)
                .toURL()
                .openStream()) {
            Matcher each = APPLICATION.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            while (each.find()) {
                states.put(each.group(1), each.group(2));
            }
        }
        return states;
    }

    private Map<String, Object> get(String what) throws IOException {
        return LocalHttp.getJson(http.resolve("ws/v1/cluster/" + what));
    }

    /** A member of the answer; YARN sends null where there is nothing. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(Map<String, Object> answer, String name) {
        Object part = answer.get(name);
        return part instanceof Map ? (Map<String, Object>) part : Map.of();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> part, String name) {
        Object list = part.get(name);
        return list instanceof List ? new ArrayList<>((List<Map<String, Object>>) list) : List.of();
    }
}
