package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.scenario.cluster.Phase.Reader;
import io.hdfsthrottle.bench.scenario.cluster.Phase.Terms;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.ClusterBuilder;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A NameNode, coordinators, and three DataNodes with a slow disk each; on each a cold file of every tenant, sized
 * according to its data placement. The hook is off at first.
 *
 * @param data of each tenant
 * @param cold the files, by their paths
 */
record ThreeNodes(
        Cluster cluster, List<Placement> data, List<SlowDisk> disks, List<Hdfs> clients, Map<String, ColdFile> cold) {

    static final int NODES = 3;

    /** The kinds of the nodes' disks, and the storage policies by which folders choose them, and so the node. */
    private static final List<String> KINDS = List.of("DISK", "SSD", "ARCHIVE");

    private static final List<String> POLICIES = List.of("HOT", "ALL_SSD", "COLD");
    private static final String HOOK_ON = "hdfs.throttle.enabled";

    /** So that parts of 90, 5 and 5 are whole numbers. */
    private static final int BLOCKS = 40;

    /** Starts everything, with so many coordinators of these settings, and writes the files. */
    static ThreeNodes start(Stage stage, int coordinators, Map<String, String> settings, List<Placement> data)
            throws Exception {
        stage.say(
                "%d DataNodes with a disk of %d MiB/s each, %d tenants of %d blocks of 32 MiB ...",
                NODES, stage.diskRate(), data.size(), BLOCKS);
        ClusterBuilder plan = Cluster.in(stage.folder().resolve("cluster"))
                .coordinators(coordinators)
                .coordinator(Map.of("application.expiry", "24h"))
                .coordinator(settings)
                .dataNode(stage.settings())
                .dataNode(Map.of(HOOK_ON, "false"));
        List<SlowDisk> disks = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            Stage own = stage.in(Files.createDirectories(stage.folder().resolve(named(node))));
            disks.add(own.slowDisk(DiskKind.STEADY));
            String volume = "[" + KINDS.get(node) + "]" + disks.get(node).data();
            plan.dataNode(named(node), Map.of(SlowDisk.DATA, volume));
        }
        Cluster cluster = stage.resources().own(plan.start());
        ThreeNodes made = new ThreeNodes(cluster, data, disks, new ArrayList<>(), new LinkedHashMap<>());
        for (int tenant = 0; tenant < data.size(); tenant++) {
            made.terms(tenant, Terms.of(1));
            String tag = cluster.register("app-" + tenant(tenant), tenant(tenant));
            made.clients.add(stage.resources().own(Hdfs.tagged(cluster.nameNode(), tag)));
        }
        for (int node = 0; node < NODES; node++) {
            made.fill(node);
        }
        PageCache.dropAll();
        return made;
    }

    private void fill(int node) throws IOException {
        clients.get(0).folder("/" + named(node), POLICIES.get(node));
        for (int tenant = 0; tenant < data.size(); tenant++) {
            String unused = clients.get(tenant).write(file(tenant, node), bytes(tenant, node), tenant);
        }
        disks.get(node).flush();
        for (int tenant = 0; tenant < data.size(); tenant++) {
            String file = file(tenant, node);
            cold.put(file, ColdFile.on(disks.get(node).mount(), clients.get(tenant), file));
        }
    }

    private static String named(int node) {
        return "node-" + (node + 1);
    }

    private static String file(int tenant, int node) {
        return "/" + named(node) + "/" + tenant(tenant);
    }

    static String tenant(int tenant) {
        return "t" + tenant;
    }

    private int bytes(int tenant, int node) {
        return data.get(tenant).blocks(node, BLOCKS) * Hdfs.BLOCK_BYTES;
    }

    /** Restarts the DataNodes with the hook on, and a fresh grant, or off; waits until every file can be read. */
    void hook(boolean on) throws IOException {
        cluster.restartAllDataNodes(Map.of(HOOK_ON, Boolean.toString(on)));
        cold.keySet().forEach(clients.get(0)::awaitReadable);
        if (on) {
            cluster.awaitGrants();
        }
        PageCache.dropAll();
    }

    Streams start(Reader reader) {
        Hdfs client = clients.get(reader.tenant());
        String path = file(reader.tenant(), reader.node());
        return Double.isFinite(reader.rate())
                ? Streams.readingSlowly(client, path, reader.rate(), cold.get(path))
                : Streams.readingParts(
                        client, path, reader.threads(), bytes(reader.tenant(), reader.node()), cold.get(path));
    }

    /** Sets a tenant's priority and limit. */
    void terms(int tenant, Terms terms) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("priority", terms.priority()));
        if (Double.isFinite(terms.limit())) {
            body.put("limit", (long) terms.limit());
        }
        cluster.leader().put("/v1/tenants/" + tenant(tenant), body);
    }

    /** The number of errors that the hooks have caught. */
    double hookErrors() {
        return cluster.dataNodes().stream()
                .mapToLong(dataNode -> HookFigures.of(dataNode).number("Errors"))
                .sum();
    }

    /**
     * The distribution of a tenant's data over the nodes, in parts that need not sum to a hundred. Immutable.
     *
     * @param parts of each node, at least 1
     */
    record Placement(List<Integer> parts) {

        static Placement of(Integer... parts) {
            return new Placement(List.of(parts));
        }

        /** How many of so many blocks are on the node, at least one. */
        int blocks(int node, int all) {
            int sum = parts.stream().mapToInt(Integer::intValue).sum();
            return Math.max(1, Math.round((float) all * parts.get(node) / sum));
        }

        /**
         * The demand on the node of a tenant that reads its data evenly, in bytes a second: infinite where most of its data
         * is, and elsewhere in proportion to the rate, which is the most that such a node can give.
         */
        double demand(int node, double rate) {
            int most = Collections.max(parts);
            return parts.get(node) == most ? Double.POSITIVE_INFINITY : rate * parts.get(node) / most;
        }

        String title() {
            return parts.stream().map(Object::toString).collect(Collectors.joining("/"));
        }
    }

    /**
     * The readers of one phase after another, and all bytes of each tenant; readers of two phases in turn continue.
     *
     * @param streams of the current phase
     */
    record Reading(ThreeNodes nodes, Recorder recorder, Map<Reader, Streams> streams) implements AutoCloseable {

        Reading(ThreeNodes nodes) {
            this(nodes, Recorder.of(ClusterCase.DATA.size()), new LinkedHashMap<>());
        }

        /** Sets the tenants' terms, ends the readers that are not in the phase, starts its new ones, and waits so long. */
        void begin(Phase phase, Duration settling) throws IOException {
            for (int tenant = 0; tenant < phase.terms().size(); tenant++) {
                nodes.terms(tenant, phase.terms().get(tenant));
            }
            Map<Reader, Streams> ending = new LinkedHashMap<>(streams);
            ending.keySet().removeAll(phase.readers());
            ending.values().parallelStream().forEach(Streams::close);
            streams.keySet().removeAll(ending.keySet());
            for (Reader reader : phase.readers()) {
                if (!streams.containsKey(reader)) {
                    streams.put(reader, nodes.start(reader));
                    recorder.add(reader.tenant(), streams.get(reader));
                }
            }
            Rates.over(settling, List.of());
        }

        /** The phase in a window of the stage's length. */
        ClusterWindow window(Stage stage, Phase phase) {
            List<List<Streams>> byNode = IntStream.range(0, NODES)
                    .mapToObj(node -> phase.on(node).stream().map(streams::get).toList())
                    .toList();
            return ClusterWindow.of(phase, stage.windows(nodes.disks(), byNode));
        }

        @Override
        public void close() {
            recorder.close();
        }
    }
}
