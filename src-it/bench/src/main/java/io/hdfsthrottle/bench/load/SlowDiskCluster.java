package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.HookFigures;
import io.hdfsthrottle.cluster.Streams;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cluster whose one DataNode stores on a {@link SlowDisk}; a cold file for each tenant; the hook off at first. */
final class SlowDiskCluster implements AutoCloseable {

    private static final int FILE_BYTES = 1 << 30;
    private static final int CACHED_BYTES = 256 << 20;
    private static final int WRITTEN_BYTES = 256 << 20;
    private static final long WHILE_FILLING = 1L << 30;
    private static final Duration RENEWAL = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Stage stage;
    private final Belongings belongings;
    private final DiskKind kind;
    private final SlowDisk disk;
    private final Cluster cluster;
    private final List<Hdfs> clients;
    private final int fileBytes;
    private List<ColdFile> cold;

    private SlowDiskCluster(
            Stage stage,
            Belongings belongings,
            DiskKind kind,
            SlowDisk disk,
            Cluster cluster,
            List<Hdfs> clients,
            int fileBytes) {
        this.stage = stage;
        this.belongings = belongings;
        this.kind = kind;
        this.disk = disk;
        this.cluster = cluster;
        this.clients = clients;
        this.fileBytes = fileBytes;
    }

    /** Makes the disk, starts the cluster and writes the files. */
    static SlowDiskCluster start(Stage stage, DiskKind kind, int tenants) throws Exception {
        return start(stage, kind, tenants, FILE_BYTES);
    }

    /** The same with files of that size, a multiple of a block's. */
    static SlowDiskCluster start(Stage stage, DiskKind kind, int tenants, int fileBytes) throws Exception {
        stage.say(
                "a %s disk of %d MiB/s, a cluster on it, %d files of %d MiB ...",
                kind, stage.diskRate(), tenants, fileBytes >> 20);
        Belongings belongings = stage.belongings().own(new Belongings());
        Path folder = Files.createDirectories(stage.folder().resolve(kind.name()));
        SlowDisk disk = SlowDisk.mounted(belongings, folder, kind, stage);
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(
                "dfs.datanode.data.dir", disk.mount().resolve("data").toUri().toString());
        settings.put("hdfs.throttle.enabled", "false");
        Cluster cluster = stage.with(belongings).cluster(folder.resolve("cluster"), settings, List.of(), List.of());
        List<Hdfs> clients = IntStream.range(0, tenants)
                .mapToObj(tenant -> client(cluster, tenant))
                .toList();
        belongings.own(renewing(cluster, tenants));
        SlowDiskCluster made = new SlowDiskCluster(stage, belongings, kind, disk, cluster, clients, fileBytes);
        made.fill();
        made.forget();
        return made;
    }

    /** Drops the whole page cache: what clients did not wait for when they were closed is not there for the next ones. */
    void forget() throws IOException {
        PageCache.dropAll();
    }

    /** Writes a file of the tenant that stays in the page cache as long as nobody forgets it. */
    void cache(int tenant) throws IOException {
        clients.get(tenant).write(cached(tenant), CACHED_BYTES, tenant);
    }

    private static String cached(int tenant) {
        return "/cached-" + tenant;
    }

    private void fill() throws IOException, InterruptedException {
        if (kind != DiskKind.STEADY) {
            disk.rate(WHILE_FILLING);
        }
        IntStream.range(0, clients.size()).parallel().forEach(tenant -> write(clients.get(tenant), tenant, fileBytes));
        disk.flush();
        cold = new ArrayList<>();
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            cold.add(ColdFile.on(disk.mount(), clients.get(tenant), file(tenant)));
        }
        if (kind != DiskKind.STEADY) {
            speed(1);
        }
    }

    private static Hdfs client(Cluster cluster, int tenant) {
        try {
            cluster.coordinator().putTenant("t" + tenant, 1);
            return Hdfs.tagged(cluster.nameNode(), cluster.register("app-" + tenant, "t" + tenant));
        } catch (IOException | LinkException refused) {
            throw new IllegalStateException("the coordinator refuses tenant " + tenant, refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    private static void write(Hdfs client, int tenant, int bytes) {
        try {
            client.write(file(tenant), bytes, tenant);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** An application that nobody renews is forgotten after a minute. */
    private static AutoCloseable renewing(Cluster cluster, int tenants) {
        HttpLink link = new HttpLink(List.of(cluster.coordinator().url()), Duration.ofSeconds(5));
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "renewal");
            thread.setDaemon(true);
            return thread;
        });
        Runnable renewal =
                () -> IntStream.range(0, tenants).forEach(tenant -> renew(link, "app-" + tenant, "t" + tenant));
        ScheduledFuture<?> renewals = clock.scheduleAtFixedRate(renewal, 0, RENEWAL.toSeconds(), TimeUnit.SECONDS);
        return () -> {
            renewals.cancel(true);
            clock.shutdownNow();
            link.close();
        };
    }

    /** One that is forgotten all the same, because this machine stood still, goes on under the same tag. */
    private static void renew(HttpLink link, String application, String tenant) {
        try {
            if (link.renew(application).isEmpty()) {
                System.err.println(
                        "the coordinator had forgotten " + application + "; figures of this minute are wrong");
                link.register(Registration.of(application, application, "tester", tenant));
            }
        } catch (LinkException missed) {
            System.err.println("not renewed this time: " + missed.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static String file(int tenant) {
        return "/file-" + tenant;
    }

    /** Starts the DataNode anew with the hook on or off, and waits until every file can be read. */
    void hook(boolean on) throws InterruptedException {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on)));
        awaitFiles();
    }

    /** Starts the DataNode anew without the hook's JAR and settings, and with these; waits until every file can be read. */
    void plain(Map<String, String> settings) throws InterruptedException {
        cluster.restartPlainDataNode(settings);
        awaitFiles();
        if (HookFigures.isThere(cluster.dataNode())) {
            throw new IllegalStateException("the hook is in a DataNode that was to be plain: "
                    + cluster.dataNode().process().log());
        }
    }

    private void awaitFiles() throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (int tenant = 0; tenant < clients.size(); tenant++) {
            while (!readable(tenant)) {
                if (System.nanoTime() > until) {
                    throw new IllegalStateException(file(tenant) + " cannot be read after the DataNode's restart");
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    private boolean readable(int tenant) {
        try (InputStream in = clients.get(tenant).open(file(tenant))) {
            return in.read() >= 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Gives the tenant this weight. */
    void weigh(int tenant, int weight) throws IOException {
        cluster.coordinator().putTenant("t" + tenant, weight);
    }

    /** Gives the tenant these terms: priority, and reservation and limit in bytes per second. */
    void terms(int tenant, Map<String, ?> terms) throws IOException {
        cluster.coordinator().put("/v1/tenants/t" + tenant, terms);
    }

    /** Starts one thread of the tenant that reads its file in objects of that size, each with a request of its own. */
    ObjectReader objects(int tenant, int size) {
        return ObjectReader.start(clients.get(tenant), file(tenant), fileBytes, size, cold.get(tenant));
    }

    /** Starts so many threads of the tenant, each on a part of its file of its own. */
    Streams reading(int tenant, int threads) {
        return Streams.readingParts(clients.get(tenant), file(tenant), threads, fileBytes, cold.get(tenant));
    }

    /** Starts one thread of the tenant that wants so much and no more. */
    Streams readingSlowly(int tenant, double bytesPerSecond) {
        return Streams.readingSlowly(clients.get(tenant), file(tenant), bytesPerSecond, cold.get(tenant));
    }

    /** Starts one thread of the tenant that reads pieces of that size, here and there in its file. */
    Streams readingAnywhere(int tenant, int size) {
        return Streams.readingAnywhere(
                clients.get(tenant),
                file(tenant),
                fileBytes,
                size,
                cold.get(tenant).around());
    }

    /** Starts one thread of the tenant that reads the file that stays in the page cache, at most at that rate. */
    Streams readingCached(int tenant, double bytesPerSecond) {
        return Streams.readingSlowly(clients.get(tenant), cached(tenant), bytesPerSecond, Streams.Behind.LEFT);
    }

    /** Starts one thread of the tenant that asks for so many pieces of that size each second. */
    Requests asking(int tenant, int bytes, double perSecond) {
        return Requests.of(clients.get(tenant), file(tenant), fileBytes, bytes, perSecond, cold.get(tenant));
    }

    /** Starts so many threads of the tenant, each of which writes a file of its own again and again. */
    Streams writing(int tenant, int threads) {
        return Streams.writing(clients.get(tenant), "/written-" + tenant, threads, WRITTEN_BYTES);
    }

    /** From now on the disk gives this part of its rate. */
    void speed(double part) throws IOException {
        disk.rate((long) (part * stage.diskRate() * (1 << 20)));
    }

    /** From now on its requests are ordered by that scheduler. */
    void scheduler(String name) throws IOException {
        disk.scheduler(name);
    }

    /** What holds reads back on its volume, as the DataNode says. */
    String readsCoveredBy() {
        return HookFigures.of(cluster.dataNode()).coverage().toString();
    }

    /** What the DataNode that runs now has used of all processors. */
    Duration processorTime() {
        return ProcessHandle.of(cluster.dataNode().process().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    /** What was read from the disk and written to it so far. */
    long bytesMoved() throws IOException {
        return disk.bytesMoved();
    }

    @Override
    public void close() {
        belongings.close();
    }

    /** What the hook charges for reads: {@code device} or {@code transferred}. */
    String charge() {
        return HookFigures.of(cluster.dataNode()).text("Charge");
    }

    /** How many errors the hook has caught; there must be none. */
    long hookErrors() {
        return HookFigures.of(cluster.dataNode()).number("Errors");
    }
}
