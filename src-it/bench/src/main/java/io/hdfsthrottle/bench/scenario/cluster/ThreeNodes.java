package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Statistics.total;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Phase;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Reader;
import io.hdfsthrottle.bench.scenario.cluster.ClusterCase.Terms;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.ClusterBuilder;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A NameNode, coordinators, and three DataNodes with a slow disk each; on each a cold file of every tenant, sized
 * according to its data placement. The hook is off at first.
 */
record ThreeNodes(Cluster cluster, List<LoadedDisk> disks) {

    static final int NODES = 3;

    private static final List<String> KINDS = List.of("DISK", "SSD", "ARCHIVE");
    private static final List<String> POLICIES = List.of("HOT", "ALL_SSD", "COLD"); // folders choose a node by its kind
    private static final String HOOK_ON = "hdfs.throttle.enabled";
    private static final int BLOCKS = 40; // parts of 90, 5 and 5 are whole numbers
    private static final long STALLED_MILLIS = 450;
    private static final long RUNNING_MILLIS = 50;

    /** Starts everything, with so many coordinators of these settings, and writes the files. */
    static ThreeNodes start(Stage stage, int coordinators, Map<String, String> settings, List<Placement> data)
            throws Exception {
        return start(stage, DiskKind.STEADY, coordinators, settings, data);
    }

    /** The same on disks of that kind. */
    static ThreeNodes start(
            Stage stage, DiskKind kind, int coordinators, Map<String, String> settings, List<Placement> data)
            throws Exception {
        stage.say(
                "%d DataNodes with a disk of %d MiB/s each, %d tenants of %d blocks of 32 MiB ...",
                NODES, stage.diskRate(), data.size(), BLOCKS);
        ClusterBuilder plan = Cluster.in(stage.folder().resolve("cluster"))
                .coordinators(coordinators)
                .coordinator(Map.of("application.expiry", "24h"))
                .coordinator(settings)
                .dataNode(stage.settings())
                .dataNode(Map.of(HOOK_ON, "false"))
                .withoutDataNodes();
        List<SlowDisk> slow = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            String name = "node-" + (node + 1);
            Stage own = stage.in(Files.createDirectories(stage.folder().resolve(name)));
            slow.add(own.slowDisk(kind));
            String volume = "[" + KINDS.get(node) + "]" + slow.get(node).data();
            plan.dataNode(name, Map.of(SlowDisk.DATA, volume));
        }
        Cluster cluster = stage.resources().own(plan.start());
        ThreeNodes made = new ThreeNodes(cluster, new ArrayList<>());
        List<Hdfs> clients = new ArrayList<>();
        for (int tenant = 0; tenant < data.size(); tenant++) {
            made.terms(tenant, Terms.of(1));
            String tag = cluster.register("app-" + tenant(tenant), tenant(tenant));
            clients.add(stage.resources().own(Hdfs.tagged(cluster.nameNode(), tag)));
        }
        for (SlowDisk disk : slow) {
            int node = made.disks.size();
            List<Integer> bytes = data.stream()
                    .map(placement -> placement.blocks(node, BLOCKS) * Hdfs.BLOCK_BYTES)
                    .toList();
            LoadedDisk loaded =
                    new LoadedDisk(node + 1, stage.bytesPerSecond(), disk, clients, bytes, new ArrayList<>());
            clients.get(0).folder(loaded.folder(), POLICIES.get(node));
            loaded.fill(kind);
            made.disks.add(loaded);
        }
        PageCache.dropAll();
        return made;
    }

    static String tenant(int tenant) {
        return "t" + tenant;
    }

    /** Restarts the DataNodes with the hook on, and a fresh grant, or off; waits until every file can be read. */
    void hook(boolean on) throws IOException {
        cluster.restartAllDataNodes(Map.of(HOOK_ON, Boolean.toString(on)));
        disks.forEach(LoadedDisk::awaitReadable);
        if (on) {
            cluster.awaitGrants();
        }
        PageCache.dropAll();
    }

    /** The name of a node, as the coordinator knows it. */
    String name(int node) {
        return cluster.dataNodes().get(node).address();
    }

    /** The port of a node's data transfers. */
    String transferPort(int node) {
        return name(node).substring(name(node).indexOf(':') + 1);
    }

    /** Takes nearly all processor time from a node, as a hypervisor does, until that is closed. */
    Worker stalled(int node) {
        JavaProcess process = cluster.dataNodes().get(node).process();
        return Worker.start("stalls " + name(node), running -> {
            while (running.getAsBoolean()) {
                process.freeze();
                TimeUnit.MILLISECONDS.sleep(STALLED_MILLIS);
                process.thaw();
                TimeUnit.MILLISECONDS.sleep(RUNNING_MILLIS);
            }
        });
    }

    Streams start(Reader reader) {
        LoadedDisk disk = disks.get(reader.node());
        return Double.isFinite(reader.rate())
                ? disk.readingSlowly(reader.tenant(), reader.rate())
                : disk.reading(reader.tenant(), reader.threads());
    }

    void terms(int tenant, Terms terms) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("priority", terms.priority()));
        if (Double.isFinite(terms.limit())) {
            body.put("limitBytesPerSecond", (long) terms.limit());
        }
        cluster.leader().put("/v1/tenants/" + tenant(tenant), body);
    }

    double hookErrors() {
        return total(
                each(cluster.dataNodes(), dataNode -> HookFigures.of(dataNode).number("Errors")));
    }

    /** The distribution of a tenant's data over the nodes, in parts of at least 1 that need not sum to a hundred. */
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
         * The demand on the node of a tenant that reads its data evenly, in bytes a second: infinite where most of it
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

    /** The readers of one phase after another, and all bytes of each tenant; readers of two phases in turn continue. */
    record Reading(ThreeNodes nodes, Recorder recorder, Map<Reader, Streams> streams) implements AutoCloseable {

        Reading(ThreeNodes nodes) {
            this(nodes, new Recorder(ClusterCase.DATA.size()), new LinkedHashMap<>());
        }

        /** Sets the terms, ends the readers that are not in the phase, starts its new ones, and waits so long. */
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

        /** The rates of the phase's readers on each node in a window of the stage's length. */
        List<Window> windows(Stage stage, Phase phase) {
            return stage.windows(nodes.disks, numbered(NODES, node -> phase.on(node).stream()
                    .map(streams::get)
                    .toList()));
        }

        @Override
        public void close() {
            recorder.close();
        }
    }
}
