package io.hdfsthrottle.bench.load;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.VolumeOfClient.Names;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A cluster whose one DataNode stores on slow disks, with a cold file for each tenant on each disk; the hook is off at
 * first.
 */
public final class SlowDiskCluster implements AutoCloseable {

    private static final int FILE_BYTES = 1 << 30;
    private static final String POLICY = "dfs.datanode.fsdataset.volume.choosing.policy";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RunResources resources;
    private final Cluster cluster;
    private final List<LoadedDisk> disks = new ArrayList<>();
    private final Map<String, String> tags = new LinkedHashMap<>();

    private SlowDiskCluster(RunResources resources, Cluster cluster) {
        this.resources = resources;
        this.cluster = cluster;
    }

    /** Creates as many disks as the stage specifies, starts the cluster and writes the files. */
    public static SlowDiskCluster start(Stage stage, DiskKind kind, int tenants) throws Exception {
        return start(stage, kind, tenants, FILE_BYTES);
    }

    /** The same with files of that size, a multiple of a block's. */
    public static SlowDiskCluster start(Stage stage, DiskKind kind, int tenants, int fileBytes) throws Exception {
        return start(stage, kind, tenants, fileBytes, Map.of());
    }

    /** The same with these settings for its coordinator. */
    public static SlowDiskCluster start(
            Stage stage, DiskKind kind, int tenants, int fileBytes, Map<String, String> coordinator) throws Exception {
        return start(stage, kind, tenants, fileBytes, coordinator, List.of());
    }

    /** The same with these flags of the DataNode's JVM. */
    public static SlowDiskCluster start(
            Stage stage, DiskKind kind, int tenants, int fileBytes, Map<String, String> coordinator, List<String> flags)
            throws Exception {
        stage.say(
                "%d disk(s) of %d MiB/s (%s), a cluster, %d files of %d MiB ...",
                stage.disks(), stage.diskRate(), kind, stage.disks() * tenants, fileBytes >> 20);
        RunResources resources = stage.resources().own(new RunResources());
        Path folder = Files.createDirectories(stage.folder().resolve(kind.name()));
        List<SlowDisk> disks = new ArrayList<>();
        for (int number = 1; number <= stage.disks(); number++) {
            Path own = Files.createDirectories(folder.resolve(Names.folder(number)));
            disks.add(SlowDisk.oneOf(stage.disks(), resources, own, kind, stage.diskRate(), stage.readaheadKib()));
        }
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(SlowDisk.DATA, disks.stream().map(SlowDisk::data).collect(Collectors.joining(",")));
        settings.put("hdfs.throttle.enabled", "false");
        List<Path> additions = new ArrayList<>();
        if (stage.disks() > 1) {
            settings.put(POLICY, Names.POLICY);
            additions.add(Stage.benchJar());
        }
        Stage own = stage.with(resources);
        SlowDiskCluster made = new SlowDiskCluster(
                resources, own.cluster(folder.resolve("cluster"), settings, flags, additions, coordinator));
        double rate = stage.diskRate() * (double) (1 << 20);
        Map<String, String> applications = new LinkedHashMap<>();
        for (int number = 1; number <= disks.size(); number++) {
            List<Hdfs> clients = new ArrayList<>();
            for (int tenant = 0; tenant < tenants; tenant++) {
                made.weigh(tenant, 1);
                String application = Names.application(number, tenant);
                applications.put(application, named(tenant));
                made.tags.put(application, made.cluster.register(application, named(tenant)));
                clients.add(Hdfs.tagged(made.cluster.nameNode(), made.tags.get(application)));
            }
            made.disks.add(new LoadedDisk(number, rate, disks.get(number - 1), clients, fileBytes));
        }
        resources.own(Renewal.of(made.cluster, applications));
        for (LoadedDisk disk : made.disks) {
            disk.fill(kind);
        }
        made.forget();
        return made;
    }

    /**
     * A client of another application of the tenant, which is registered on these terms if it is not yet; its reads of
     * any file can be measured. The caller closes it.
     *
     * @param part of the application that it names behind the tag
     */
    public Hdfs client(String application, int tenant, PartTerms terms, Optional<Part> part)
            throws LinkException, InterruptedException {
        if (!tags.containsKey(application)) {
            tags.put(application, cluster.register(application, named(tenant), terms));
            resources.own(Renewal.of(cluster, Map.of(application, named(tenant))));
        }
        return Hdfs.tagged(
                cluster.nameNode(),
                tags.get(application) + part.map(Part::toString).orElse(""));
    }

    /**
     * Opens so many streams of the first tenant on the files of the first so many, and waits until each has its
     * transfer thread.
     */
    public Crowd crowd(int files, int streams) throws IOException {
        List<Crowd.Part> parts = new ArrayList<>();
        for (int tenant = 0; tenant < files; tenant++) {
            parts.addAll(disk().parts(tenant));
        }
        String[] address = cluster.dataNode().address().split(":", 2);
        Crowd crowd = Crowd.open(
                new InetSocketAddress(address[0], Integer.parseInt(address[1])),
                "DFSClient_" + tags.get(Names.application(1, 0)) + "_1_1",
                parts,
                streams);
        await(streams + " transfer threads").atMost(PATIENCE).until(() -> transferThreads() >= streams);
        return crowd;
    }

    /** The number of busy transfer threads, according to the DataNode. */
    public int transferThreads() throws IOException {
        Map<String, Object> bean = cluster.dataNode().bean("Hadoop:service=DataNode,name=DataNodeInfo");
        return ((Number) bean.get("XceiverCount")).intValue();
    }

    /** A visitor of that tenant that begins at the start of its file, which is cold. */
    public Visitor visitor(int tenant) throws IOException {
        forget();
        String tag = tags.get(Names.application(1, tenant));
        return Visitor.reading(cluster.nameNode().fileSystem(), tag, disk().file(tenant), FILE_BYTES);
    }

    /** Sets an application's rates: those not given are removed. */
    public void rates(String application, Map<String, ?> rates) throws IOException {
        cluster.coordinator().put("/v1/applications/" + application, rates);
    }

    public static String named(int tenant) {
        return "t" + tenant;
    }

    public List<LoadedDisk> disks() {
        return List.copyOf(disks);
    }

    public LoadedDisk disk() {
        return disks.get(0);
    }

    /** Drops the whole page cache: data that closed clients did not wait for must not serve the next ones. */
    public void forget() throws IOException {
        PageCache.dropAll();
    }

    /**
     * Restarts the DataNode with the hook on or off, and waits until every file can be read and, with the hook, it holds
     * a fresh grant.
     */
    public void hook(boolean on) {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on)));
        disks.forEach(LoadedDisk::awaitReadable);
        if (on) {
            await("a grant")
                    .atMost(PATIENCE)
                    .until(() -> figures().text("GrantFreshness").equals("FRESH"));
        }
    }

    /**
     * Restarts the DataNode without the hook's JAR and settings, and with these; waits until every file can be read.
     */
    public void plain(Map<String, String> settings) {
        cluster.restartPlainDataNode(settings);
        disks.forEach(LoadedDisk::awaitReadable);
        if (HookFigures.isThere(cluster.dataNode())) {
            throw new IllegalStateException("the hook is in a DataNode that was to be plain: "
                    + cluster.dataNode().process().log());
        }
    }

    public void weigh(int tenant, int weight) throws IOException {
        cluster.coordinator().putTenant(named(tenant), weight);
    }

    /** Sets the tenant's terms: priority, and reservation and limit in bytes per second. */
    public void terms(int tenant, Map<String, ?> terms) throws IOException {
        cluster.coordinator().put("/v1/tenants/" + named(tenant), terms);
    }

    /** Makes the tenant yield to that level, for which it earns credits. */
    public void yields(int tenant, String level) throws IOException {
        cluster.coordinator().put("/v1/tenants/" + named(tenant) + "/yield", Map.of("level", level, "for", "1h"));
    }

    /** The coordinator's JSON answer to a GET request. */
    public Map<String, Object> get(String path) throws IOException {
        return cluster.coordinator().get(path);
    }

    public DataNode dataNode() {
        return cluster.dataNode();
    }

    public HookFigures figures() {
        return HookFigures.of(cluster.dataNode());
    }

    /** The processor time that the current DataNode has used. */
    public Duration processorTime() {
        return Stage.processorTime(cluster);
    }

    /** The basis on which the hook charges reads: {@code device} or {@code transferred}. */
    public String charge() {
        return figures().text("Charge");
    }

    /** The number of errors that the hook has caught; there must be none. */
    public long hookErrors() {
        return figures().number("Errors");
    }

    @Override
    public void close() {
        resources.close();
    }
}
