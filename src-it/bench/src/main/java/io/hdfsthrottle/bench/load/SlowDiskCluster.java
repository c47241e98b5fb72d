package io.hdfsthrottle.bench.load;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.VolumeOfClient.Names;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataInputStream;

/** One DataNode on slow disks, with a cold file for each tenant on each disk; the hook is off at first. */
public record SlowDiskCluster(RunResources resources, Cluster cluster, List<LoadedDisk> disks, Map<String, String> tags)
        implements AutoCloseable {

    private static final int FILE_BYTES = 1 << 30;
    private static final int FEW = 5;
    private static final int VISITORS_PIECE = 256 << 10;
    private static final String ENABLED = "hdfs.throttle.enabled";

    /** Creates as many disks as the stage specifies, starts the cluster and writes the files, of a gibibyte each. */
    public static SlowDiskCluster start(Stage stage, DiskKind kind, int tenants) throws Exception {
        return start(stage, kind, tenants, FILE_BYTES, Map.of());
    }

    /** The same with files of that many whole blocks, settings of its coordinator, and flags of the DataNode. */
    public static SlowDiskCluster start(
            Stage stage, DiskKind kind, int tenants, int fileBytes, Map<String, String> coordinator, String... flags)
            throws Exception {
        String what = "%d disk(s) of %d MiB/s (%s), a cluster, %d files of %d MiB ...";
        stage.say(what, stage.disks(), stage.diskRate(), kind, stage.disks() * tenants, fileBytes >> 20);
        RunResources resources = stage.resources().own(new RunResources());
        Path folder = stage.folder().resolve(kind.name());
        List<SlowDisk> slow = new ArrayList<>();
        // Of many tenants each may write a file again and again; of few two do.
        int files = tenants > FEW ? 3 * tenants : FEW + 2;
        for (int number = 1; number <= stage.disks(); number++) {
            Path own = Files.createDirectories(folder.resolve(Names.folder(number)));
            int mib = fileBytes >> 20;
            slow.add(SlowDisk.in(
                    own, resources, kind, stage.diskRate(), stage.readaheadKib(), files, mib, stage.disks()));
        }
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        Function<SlowDisk, String> folders = kind == DiskKind.DIVIDED ? SlowDisk::divided : SlowDisk::data;
        settings.put(SlowDisk.DATA, slow.stream().map(folders).collect(Collectors.joining(",")));
        settings.put(ENABLED, "false");
        if (stage.disks() > 1) {
            settings.put("dfs.datanode.fsdataset.volume.choosing.policy", Names.POLICY);
        }
        List<Path> additions = List.of(Stage.benchJar());
        Path where = folder.resolve("cluster");
        Cluster cluster = stage.with(resources).cluster(where, settings, List.of(flags), additions, coordinator);
        SlowDiskCluster made = new SlowDiskCluster(resources, cluster, new ArrayList<>(), new LinkedHashMap<>());
        for (int number = 1; number <= stage.disks(); number++) {
            List<Hdfs> clients = new ArrayList<>();
            for (int tenant = 0; tenant < tenants; tenant++) {
                made.weigh(tenant, 1);
                clients.add(made.client(Names.application(number, tenant), tenant, PartTerms.NONE, Optional.empty()));
            }
            List<Integer> sizes = Collections.nCopies(tenants, fileBytes);
            SlowDisk disk = slow.get(number - 1);
            made.disks.add(new LoadedDisk(number, stage.bytesPerSecond(), disk, clients, sizes, new ArrayList<>()));
        }
        for (LoadedDisk disk : made.disks) {
            disk.fill(kind);
        }
        made.forget();
        stage.startBusy(resources);
        return made;
    }

    /** A client of an application of the tenant, registered on these terms if it is not yet, and of that part of it. */
    public Hdfs client(String application, int tenant, PartTerms terms, Optional<Part> part)
            throws LinkException, InterruptedException {
        if (!tags.containsKey(application)) {
            tags.put(application, cluster.register(application, named(tenant), terms));
            resources.own(Renewal.of(cluster, Map.of(application, named(tenant))));
        }
        String tag = tags.get(application) + part.map(Part::toString).orElse("");
        return Hdfs.tagged(cluster.nameNode(), tag);
    }

    /** Opens streams of the first tenant on the first files, and waits until each has its transfer thread. */
    public Crowd crowd(int files, int streams) throws IOException {
        List<Crowd.Part> parts = new ArrayList<>();
        for (int tenant = 0; tenant < files; tenant++) {
            parts.addAll(disk().parts(tenant));
        }
        String client = "DFSClient_" + tags.get(Names.application(1, 0)) + "_1_1";
        Crowd crowd = Crowd.open(cluster.dataNode().address(), client, parts, streams);
        await(streams + " transfer threads").atMost(Duration.ofSeconds(60)).until(() -> transferThreads() >= streams);
        return crowd;
    }

    /** The number of busy transfer threads, according to the DataNode. */
    public int transferThreads() throws IOException {
        Map<String, Object> bean = cluster.dataNode().bean("Hadoop:service=DataNode,name=DataNodeInfo");
        return ((Number) bean.get("XceiverCount")).intValue();
    }

    /** Four threads that open the tenant's file, connect to the DataNode anew and read 256 KiB, 20 times a second. */
    public Requests visitor(int tenant) throws IOException {
        forget();
        String file = disk().file(tenant);
        // Every read needs a transfer thread of its own: a cached connection would already have one.
        Map<String, String> settings = Map.of("dfs.client.socketcache.capacity", "0");
        Hdfs client = Hdfs.tagged(cluster.nameNode(), tags.get(Names.application(1, tenant)), settings);
        Requests.Read read = number -> {
            try (FSDataInputStream in = client.open(file)) {
                in.readFully(number * VISITORS_PIECE % FILE_BYTES, new byte[VISITORS_PIECE]);
            }
        };
        return new Requests(4, 0.05, read, client::close);
    }

    public static String named(int tenant) {
        return "t" + tenant;
    }

    public LoadedDisk disk() {
        return disks.get(0);
    }

    /** Drops the whole page cache: data that closed clients did not wait for must not serve the next ones. */
    public void forget() throws IOException {
        PageCache.dropAll();
    }

    /** Restarts the DataNode; waits until every file can be read and, with the hook, it holds a fresh grant. */
    public void hook(boolean on) {
        hook(on, Map.of());
    }

    /** The same, with these settings of the hook as well. */
    public void hook(boolean on, Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>(more);
        settings.put(ENABLED, Boolean.toString(on));
        cluster.restartDataNode(settings);
        disks.forEach(LoadedDisk::awaitReadable);
        if (on) {
            cluster.awaitGrants();
        }
    }

    /** Restarts it with a hook that {@link #hook(Path, boolean)} switches in the same process; off at first. */
    public void switchable(Path folder) {
        Map<String, String> settings = new LinkedHashMap<>(SwitchedPlugin.settings(folder));
        settings.put(ENABLED, "true");
        cluster.restartDataNode(settings);
        disks.forEach(LoadedDisk::awaitReadable);
    }

    /** Switches the hook; waits until it rests, or works by a fresh grant. */
    public void hook(Path folder, boolean on) throws IOException {
        Stage.hook(folder, on);
        if (on) {
            cluster.awaitGrants();
        }
    }

    /** A client of the tenant's application on that disk that keeps its connections, however many. */
    public Hdfs keeping(LoadedDisk disk, int tenant) {
        // Clients with one context share their connections, by the settings of the first: 16 of them.
        Map<String, String> own = Map.of("dfs.client.context", "keeping", "dfs.client.socketcache.capacity", "4096");
        String tag = tags.get(Names.application(disk.number(), tenant));
        return resources.own(Hdfs.tagged(cluster.nameNode(), tag, own));
    }

    /** Restarts it without the hook's JAR and settings, and with these; waits until every file can be read. */
    public void plain(Map<String, String> settings) {
        cluster.restartPlainDataNode(settings);
        disks.forEach(LoadedDisk::awaitReadable);
    }

    public void weigh(int tenant, int weight) throws IOException {
        cluster.coordinator().putTenant(named(tenant), weight);
    }

    public void weigh(List<Integer> weights) throws IOException {
        for (int tenant = 0; tenant < weights.size(); tenant++) {
            weigh(tenant, weights.get(tenant));
        }
    }

    /** Sets the tenant's terms: priority, and reservation and limit in bytes per second. */
    public void terms(int tenant, Map<String, ?> terms) throws IOException {
        cluster.coordinator().put("/v1/tenants/" + named(tenant), terms);
    }

    /** Makes the tenant yield to that level, for which it earns credits. */
    public void yields(int tenant, String level) throws IOException {
        cluster.coordinator()
                .put("/v1/tenants/" + named(tenant) + "/yield", Map.of("level", level, "yieldSeconds", 3_600));
    }

    /** The tenant's weight, as the coordinator explains it: its priority, times the factors of features. */
    public double weight(int tenant) throws IOException {
        Object line = get("/v1/applications/" + Names.application(1, tenant) + "/explain")
                .get("weight");
        return Double.parseDouble(line.toString().replaceFirst("^[^:]*: (\\S+) .*", "$1"));
    }

    public Map<String, Object> get(String path) throws IOException {
        return cluster.coordinator().get(path);
    }

    /** Adds on what basis the hook charges reads, and the bar that it has caught no errors: while it is on. */
    public Outcome conclude(Outcome outcome) {
        return outcome.figure("charge", cluster.figures().text("Charge"))
                .atMost("errors that the hook caught", (double) hookErrors(), 0);
    }

    public long hookErrors() {
        return cluster.figures().number("Errors");
    }

    @Override
    public void close() {
        resources.close();
    }
}
