package io.hdfsthrottle.coordinator.feature.launch.local;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Identity;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Place;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.coordinator.feature.launch.deployment.ProcessState;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs clusters as processes of this host, or as drivers whose executors are on YARN. Each cluster is recorded before
 * it is started, and its processes bear a mark in their environment: a {@link Watchdog} ends them when this process is
 * gone, and the next process that opens the same folder ends what is still left.
 */
public final class LocalBackend implements Backend, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalBackend.class);
    private static final FileAttribute<Set<PosixFilePermission>> OWNERS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> SECRET =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final String TOKEN_FILE = "register.token";
    private static final Duration LONGEST_UNDOING = Duration.ofSeconds(2);
    private static final int SECRET_BYTES = 16;
    private static final int NAME_BYTES = 4;

    private final SparkHome spark;
    private final Optional<Yarn> yarn;
    private final Map<String, Path> disks;
    private final Identity.Issuer identities;
    private final FileChannel lock;
    private final Journal journal;
    private final KeeperProcess keeper;
    private final Map<String, String> swept;
    private final Map<String, ClusterProcesses> clusters = new ConcurrentHashMap<>();
    private final ExecutorService removing = Executors.newSingleThreadExecutor(new ThreadFactoryBuilder()
            .setNameFormat("hdfs-throttle-removal")
            .setDaemon(true)
            .build());

    private LocalBackend(
            SparkHome spark,
            Optional<Yarn> yarn,
            Map<String, Path> disks,
            Identity.Issuer identities,
            FileChannel lock,
            Journal journal,
            Map<String, String> swept) {
        this.spark = spark;
        this.yarn = yarn;
        this.disks = disks;
        this.identities = identities;
        this.lock = lock;
        this.journal = journal;
        this.keeper = new KeeperProcess(journal);
        this.swept = Map.copyOf(swept);
    }

    /**
     * Opens the backend, after removing what an earlier process left.
     *
     * @param identities of the applications of clusters
     * @throws IOException if a directory is missing, or another coordinator uses the folder; the message names the
     *     setting
     */
    public static LocalBackend open(LaunchSettings settings, Identity.Issuer identities) throws IOException {
        SparkHome spark = new SparkHome(settings.sparkHome().orElseThrow().toAbsolutePath());
        if (!Files.isExecutable(spark.folder().resolve("bin/spark-submit"))) {
            throw new IOException("launch.spark.home = " + spark.folder()
                    + " has no bin/spark-submit that can be executed; a good value is where Spark was unpacked");
        }
        Optional<Yarn> yarn = settings.yarn();
        if (yarn.isPresent()) {
            spark.requireYarn(yarn.get().conf());
        }
        if (spark.plugin(lib()).isEmpty()) {
            LOG.warn(
                    "Launched applications run untagged, so that their own leases count them among the others: put"
                            + " lib/spark/hdfs-throttle-spark-*.jar of the distribution into {}",
                    spark.folder().resolve("jars"));
        }
        Map<String, Path> disks = new TreeMap<>();
        for (Map.Entry<String, Path> disk : settings.disks().entrySet()) {
            if (!Files.isDirectory(disk.getValue()) || !Files.isWritable(disk.getValue())) {
                throw new IOException("launch.disks: " + disk.getValue()
                        + " is no directory that this user may write to; make one on the disk of " + disk.getKey());
            }
            disks.put(disk.getKey(), disk.getValue().toRealPath());
        }
        if (!Files.isDirectory(settings.folder())) {
            Files.createDirectories(settings.folder(), OWNERS_ALONE);
        }
        Path folder = settings.folder().toRealPath();
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(channel)) {
            channel.close();
            throw new IOException("another coordinator uses launch.folder = " + folder + "; give each its own");
        }
        Map<String, String> swept = sweep(folder);
        Journal journal = Journal.make(folder.resolve("of-" + random(NAME_BYTES)));
        return new LocalBackend(spark, yarn, disks, identities, channel, journal, swept);
    }

    /** The lock is released with the channel, and with the process. */
    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock held = channel.tryLock();
            return held != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }

    private static Map<String, String> sweep(Path folder) throws IOException {
        Map<String, String> leases = new TreeMap<>();
        try (DirectoryStream<Path> journals = Files.newDirectoryStream(folder, "of-*")) {
            for (Path each : journals) {
                for (Entry entry : OrphanCleanup.clear(new Journal(each))) {
                    LOG.warn("{} was left by an earlier process, and is ended", entry.cluster());
                    leases.put(entry.cluster(), entry.lease());
                }
            }
        }
        return leases;
    }

    /** The folder {@code lib} of the distribution that this class is of: it has each program's JARs in a folder. */
    private static Path lib() {
        try {
            Path own = Path.of(LocalBackend.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return own.resolveSibling("..").normalize();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** A unique name for a cluster. */
    public static String name() {
        return "c-" + random(NAME_BYTES);
    }

    @Override
    public List<Set<String>> volumes(Order order) {
        return yarn.isPresent() ? yarn.get().volumes(order.disks()) : List.of(disks.keySet());
    }

    @Override
    public Map<String, String> swept() {
        return swept;
    }

    @Override
    public String trouble(Product product, Version version) {
        return yarn.isPresent() && product.kind() == Kind.STANDALONE
                ? "a standalone cluster has workers of its own, and does not run on YARN (launch.where = yarn)"
                : spark.trouble(product, version);
    }

    @Override
    public void start(String cluster, String lease, Order order, List<String> volumes) throws IOException {
        keeper.ensure();
        List<Path> directories = volumes.stream()
                .map(volume -> disks.get(volume).resolve(cluster))
                .toList();
        boolean standalone = order.product().kind() == Kind.STANDALONE;
        Path tokenFile = directories.get(0).resolve(TOKEN_FILE);
        Optional<Path> plugin = spark.plugin(lib());
        Optional<Identity> identity = plugin.map(jar -> identities.issue(cluster, order));
        Map<String, String> registering = identity.map(
                        own -> own.settings(order, spark.folder(), plugin.orElseThrow(), tokenFile))
                .orElse(Map.of());
        String given = Plan.givenJar(order);
        Place place = new Place(
                cluster,
                spark.folder().toString(),
                given.isEmpty() ? spark.jar(order.version()) : given,
                directories.stream().map(Path::toString).toList(),
                standalone ? freePort() : 0,
                standalone ? random(SECRET_BYTES) : "",
                registering);
        Plan plan = yarn.isPresent() ? Plan.onYarn(order, place, yarn.get(), volumes) : Plan.of(order, place);
        Optional<YarnCleanup> farewell = yarn.map(each -> new YarnCleanup(spark.folder(), each.conf(), order.user()));
        Entry entry = new Entry(cluster, lease, directories, List.of(), farewell);
        Map<String, String> contact = new TreeMap<>();
        if (standalone) {
            contact.putAll(registering);
            contact.put("master", place.master());
            contact.put("secret", place.secret());
        }
        ClusterProcesses running = new ClusterProcesses(journal, entry, contact);
        journal.write(entry);
        clusters.put(cluster, running);
        try {
            for (Path directory : directories) {
                Files.createDirectory(directory, OWNERS_ALONE);
            }
            if (identity.isPresent()) {
                Files.writeString(
                        Files.createFile(tokenFile, SECRET), identity.get().token());
            }
            for (Program program : plan.programs()) {
                running.start(program);
            }
        } catch (IOException | RuntimeException failed) {
            undo(running, cluster);
            throw failed;
        }
    }

    private void undo(ClusterProcesses running, String cluster) {
        Ticker ticker = Ticker.system();
        long begun = ticker.nanos();
        while (!running.observe(Runnable::run).gone() && ticker.nanos() - begun < LONGEST_UNDOING.toNanos()) {
            running.end(true);
            Thread.onSpinWait();
        }
        clusters.remove(cluster);
        identities.withdraw(cluster);
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    @Override
    public ProcessState observe(String cluster) {
        ClusterProcesses running = clusters.get(cluster);
        if (running == null) {
            return ProcessState.NOTHING;
        }
        try {
            keeper.ensure();
        } catch (IOException later) {
            LOG.warn("No process is left to end clusters if this one is killed: {}", later.getMessage());
        }
        ProcessState seen = running.observe(removing);
        if (seen.gone()) {
            identities.withdraw(cluster);
        }
        return seen;
    }

    @Override
    public void end(String cluster, boolean force) {
        ClusterProcesses running = clusters.get(cluster);
        if (running != null) {
            running.end(force);
        }
    }

    @Override
    public void forget(String cluster) {
        clusters.remove(cluster);
    }

    @Override
    public String log(String cluster) {
        ClusterProcesses running = clusters.get(cluster);
        return running == null ? "" : running.log();
    }

    @Override
    public Map<String, String> contact(String cluster) {
        ClusterProcesses running = clusters.get(cluster);
        return running == null ? Map.of() : running.contact();
    }

    /** The process that waits for the end of this one; null before the first cluster. */
    Process keeper() {
        return keeper.process();
    }

    /** Ends no running cluster: the keeper does that. */
    @Override
    public void close() {
        removing.shutdown();
        try {
            if (journal.entries().isEmpty()) {
                keeper.close();
                OrphanCleanup.remove(List.of(journal.folder()));
            }
            lock.close();
        } catch (IOException failed) {
            LOG.warn("The journal cannot be closed: {}", failed.getMessage());
        }
    }
}
