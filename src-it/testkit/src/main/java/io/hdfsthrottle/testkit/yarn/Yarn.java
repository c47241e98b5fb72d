package io.hdfsthrottle.testkit.yarn;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.commons.io.function.Uncheck;

/**
 * A real ResourceManager with node labels, and NodeManagers with one label and one local directory each. Its answers
 * are read as text: its description of an application's resources has two members of one name.
 */
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
    private final String web;

    private Yarn(Rig rig, HadoopHost host, NameNode nameNode, List<String> labels) {
        this.rig = rig;
        this.host = host;
        this.web = address();
        sites.put("core-site", Map.of("fs.defaultFS", nameNode.fileSystem(), "hadoop.tmp.dir", folder("tmp")));
        sites.put("hdfs-site", Map.of("dfs.replication", "1"));
        sites.put("yarn-site", site());
        sites.put("capacity-scheduler", queue(labels));
    }

    /**
     * A NodeManager.
     *
     * @param address of this machine, its host name for YARN
     * @param disk its local directory
     */
    public record Node(String label, String address, Path disk) {
        /** One at the usual address. */
        public Node(String label, Path disk) {
            this(label, LOOPBACK, disk);
        }
    }

    /** Starts it with these NodeManagers; returns when every one is usable. */
    public static Yarn start(Rig rig, HadoopHost host, NameNode nameNode, List<Node> nodes) {
        List<String> labels = nodes.stream().map(Node::label).distinct().toList();
        Yarn yarn = new Yarn(rig, host, nameNode, labels);
        yarn.startResourceManager(labels);
        nodes.forEach(yarn::startNodeManager);
        return yarn;
    }

    private String folder(String name) {
        return rig.folder("yarn/" + name).toString();
    }

    private String address() {
        return address(LOOPBACK);
    }

    private String address(String host) {
        return host + ":" + rig.ports().free();
    }

    private Map<String, String> site() {
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

    private JavaProcess started(String name, Path conf, Map<String, Map<String, String>> of, String main) {
        JavaCommand command = host.daemon(name, host.classPath(conf, of, List.of()), SERVER + main);
        return rig.start(
                command.withFlags(OPENED).withEnvironment(Map.of("JAVA_HOME", System.getProperty("java.home"))));
    }

    private void startResourceManager(List<String> labels) {
        started("resourcemanager", conf(), sites, "resourcemanager.ResourceManager")
                .awaitReady(START, () -> ask("GET", "info", "").contains("\"state\":\"STARTED\""));
        List<Map<String, String>> known = labels.stream()
                .map(label -> Map.of("name", label, "exclusivity", "true"))
                .toList();
        Uncheck.run(() -> ask("POST", "add-node-labels", JSON.std.asString(Map.of("nodeLabelInfo", known))));
    }

    private void startNodeManager(Node node) {
        String label = node.label();
        String name = "nodemanager-" + label + "-" + node.address();
        Map<String, String> site = new LinkedHashMap<>(sites.get("yarn-site"));
        site.put("yarn.nodemanager.address", address(node.address()));
        site.put("yarn.nodemanager.localizer.address", address(node.address()));
        site.put("yarn.nodemanager.webapp.address", address(node.address()));
        site.put("yarn.nodemanager.local-dirs", node.disk().toString());
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
        JavaProcess process = started(name, rig.folder("yarn/" + name + "/conf"), all, "nodemanager.NodeManager");
        nodeManagers.put(label, process);
        // The ResourceManager calls a loopback address localhost.
        String address = site.get("yarn.nodemanager.address");
        String running = address.substring(address.lastIndexOf(':')) + "\"";
        process.awaitReady(START, () -> {
            String nodes = ask("GET", "nodes?states=RUNNING", "");
            return nodes.contains(running) && nodes.contains("\"nodeLabels\":[\"" + label + "\"]");
        });
    }

    /** The last one started of that label. */
    public JavaProcess nodeManager(String label) {
        return nodeManagers.get(label);
    }

    public Path conf() {
        return rig.folder("yarn/conf");
    }

    /** The states of all applications with that tag, by their ids. */
    public Map<String, String> applications(String tag) throws IOException {
        Map<String, String> states = new TreeMap<>();
        APPLICATION
                .matcher(ask("GET", "apps?applicationTags=" + tag, ""))
                .results()
                .forEach(each -> states.put(each.group(1), each.group(2)));
        return states;
    }

    private String ask(String method, String what, String body) throws IOException {
        return LocalHttp.PLAIN.ask(method, URI.create("http://" + web + "/ws/v1/cluster/" + what), body);
    }
}
