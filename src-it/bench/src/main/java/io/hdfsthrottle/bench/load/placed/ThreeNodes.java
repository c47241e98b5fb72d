package io.hdfsthrottle.bench.load.placed;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A NameNode, coordinators, and three DataNodes with a slow disk each; on each a cold file of every tenant, sized
 * according to its data placement. The hook is off at first. A file is on the node with the kind of disk that its
 * folder's policy selects.
 */
public final class ThreeNodes {

    /** The kinds of the nodes' disks, and the storage policies that choose them. */
    private static final List<String> KINDS = List.of("DISK", "SSD", "ARCHIVE");

    private static final List<String> POLICIES = List.of("HOT", "ALL_SSD", "COLD");
    private static final String HADOOP = "3.4";
    private static final String HOOK_ON = "hdfs.throttle.enabled";

    /** So that parts of 90, 5 and 5 are whole numbers. */
    private static final int BLOCKS = 40;

    /** A NameNode that considers a node too busy would place a file elsewhere. */
    private static final Map<String, String> PLACED = Map.of("dfs.namenode.redundancy.considerLoad", "false");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Stage stage;
    private final Rig rig;
    private final HadoopHost host;
    private final NameNode nameNode;
    private final Coordinators coordinators;
    private final List<SlowDisk> disks;
    private final List<DataNode> dataNodes = new ArrayList<>();
    private final List<Hdfs> clients = new ArrayList<>();
    private final List<List<ColdFile>> cold = new ArrayList<>();
    private final List<Placement> data;

    private ThreeNodes(
            Stage stage, List<SlowDisk> disks, int coordinators, Map<String, String> settings, List<Placement> data) {
        this.stage = stage;
        this.disks = disks;
        this.data = data;
        rig = stage.resources().own(Rig.in(Repository.find(), stage.folder().resolve("cluster"), Rig.Lifetime.OURS));
        host = HadoopHost.version(rig.repository(), HADOOP);
        this.coordinators = Coordinators.start(rig, coordinators, settings);
        nameNode = NameNode.spawn(rig, host, PLACED).awaitReady();
        startNodes(false);
    }

    /**
     * Starts everything and writes the files.
     *
     * @param coordinators how many of them
     * @param settings of each coordinator
     * @param data of each tenant
     */
    public static ThreeNodes start(Stage stage, int coordinators, Map<String, String> settings, List<Placement> data)
            throws Exception {
        stage.say(
                "%d DataNodes with a disk of %d MiB/s each, %d tenants of %d blocks of 32 MiB ...",
                KINDS.size(), stage.diskRate(), data.size(), BLOCKS);
        List<SlowDisk> disks = new ArrayList<>();
        for (int node = 0; node < KINDS.size(); node++) {
            Path folder = Files.createDirectories(stage.folder().resolve(named(node)));
            disks.add(stage.in(folder).slowDisk(DiskKind.STEADY));
        }
        ThreeNodes made = new ThreeNodes(stage, disks, coordinators, settings, data);
        made.furnish();
        return made;
    }

    private void startNodes(boolean hook) {
        for (int node = 0; node < disks.size(); node++) {
            String name = named(node);
            Map<String, String> site = new LinkedHashMap<>(stage.settings());
            site.put(
                    SlowDisk.DATA, "[" + KINDS.get(node) + "]" + disks.get(node).data());
            site.put("hdfs.throttle.coordinator", coordinators.addresses());
            site.put(
                    "hdfs.throttle.grant.file",
                    rig.folder(name).resolve("grant").toString());
            site.put(
                    "hdfs.throttle.signing.keys.file",
                    Coordinator.signingKeys(rig).toString());
            site.put(HOOK_ON, Boolean.toString(hook));
            dataNodes.add(DataNode.spawn(rig, host, nameNode, name, DataNode.Setup.hooked(site)));
        }
        dataNodes.forEach(DataNode::awaitReady);
    }

    private static String named(int node) {
        return "node-" + (node + 1);
    }

    private static String file(int tenant, int node) {
        return "/" + named(node) + "/" + tenant(tenant);
    }

    public static String tenant(int tenant) {
        return "t" + tenant;
    }

    private void furnish() throws IOException, LinkException, InterruptedException {
        List<URI> addresses = HttpLink.parseAddresses(coordinators.addresses());
        for (int tenant = 0; tenant < data.size(); tenant++) {
            terms(tenant, 1, Double.POSITIVE_INFINITY);
            String application = "app-" + tenant(tenant);
            Registration registration = Registration.of(application, application, "tester", tenant(tenant));
            try (HttpLink link = new HttpLink(addresses, Duration.ofSeconds(5), Credential.NONE)) {
                String tag = link.register(registration).tag().toString();
                clients.add(stage.resources().own(Hdfs.tagged(nameNode, tag)));
            }
        }
        for (int node = 0; node < disks.size(); node++) {
            clients.get(0).folder("/" + named(node), POLICIES.get(node));
        }
        IntStream.range(0, disks.size()).parallel().forEach(this::fill);
        for (int tenant = 0; tenant < data.size(); tenant++) {
            List<ColdFile> files = new ArrayList<>();
            for (int node = 0; node < disks.size(); node++) {
                files.add(ColdFile.on(disks.get(node).mount(), clients.get(tenant), file(tenant, node)));
            }
            cold.add(files);
        }
        PageCache.dropAll();
    }

    private void fill(int node) {
        try {
            for (int tenant = 0; tenant < data.size(); tenant++) {
                clients.get(tenant).write(file(tenant, node), (int) bytes(tenant, node), tenant);
            }
            disks.get(node).flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private long bytes(int tenant, int node) {
        return (long) data.get(tenant).blocks(node, BLOCKS) * Hdfs.BLOCK_BYTES;
    }

    /**
     * Restarts the DataNodes with the hook on or off; waits until every file can be read and, with the hook, all hold a
     * fresh grant.
     */
    public void hook(boolean on) throws IOException {
        for (DataNode dataNode : dataNodes) {
            if (!dataNode.process().stop()) {
                throw new IllegalStateException("a DataNode did not stop in good order: "
                        + dataNode.process().log());
            }
        }
        dataNodes.clear();
        startNodes(on);
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            for (int node = 0; node < disks.size(); node++) {
                clients.get(tenant).awaitReadable(file(tenant, node));
            }
        }
        if (on) {
            await("a grant on every node").atMost(PATIENCE).until(() -> dataNodes.stream()
                    .allMatch(dataNode ->
                            HookFigures.of(dataNode).text("GrantFreshness").equals("FRESH")));
        }
        PageCache.dropAll();
    }

    public Streams start(Reader reader) {
        Hdfs client = clients.get(reader.tenant());
        String path = file(reader.tenant(), reader.node());
        ColdFile behind = cold.get(reader.tenant()).get(reader.node());
        return reader.isGreedy()
                ? Streams.readingParts(client, path, reader.threads(), bytes(reader.tenant(), reader.node()), behind)
                : Streams.readingSlowly(client, path, reader.rate(), behind);
    }

    /** Starts one thread of the tenant that moves from node to node. */
    public Wanderer wander(int tenant, Duration stay) {
        List<String> files = IntStream.range(0, disks.size())
                .mapToObj(node -> file(tenant, node))
                .toList();
        return new Wanderer(clients.get(tenant), files, cold.get(tenant), stay);
    }

    /**
     * Sets a tenant's priority and limit.
     *
     * @param limit in bytes a second over all nodes; infinite for none
     */
    public void terms(int tenant, int priority, double limit) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("priority", priority));
        if (Double.isFinite(limit)) {
            body.put("limit", (long) limit);
        }
        coordinators.put("/v1/tenants/" + tenant(tenant), body);
    }

    public Coordinators coordinators() {
        return coordinators;
    }

    public List<SlowDisk> disks() {
        return List.copyOf(disks);
    }

    /** The rate of each of its disks, in bytes a second. */
    public double rate() {
        return stage.diskRate() * (double) (1 << 20);
    }

    /** The number of errors that the hooks have caught. */
    public long hookErrors() {
        return dataNodes.stream()
                .mapToLong(dataNode -> HookFigures.of(dataNode).number("Errors"))
                .sum();
    }
}
