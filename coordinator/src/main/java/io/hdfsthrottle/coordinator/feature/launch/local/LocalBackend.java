package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Identity;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Place;
import io.hdfsthrottle.coordinator.feature.launch.deployment.ProcessState;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs deployments as processes of this host, or as drivers whose executors are on YARN. Each is recorded before it is
 * started, and held by an {@link Agent} of its user, which ends it when this process is gone; the next process that opens
 * the same folder has agents end what is still left.
 */
public final class LocalBackend implements Backend, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalBackend.class);
    private static final String TOKEN_FILE = "register.token";
    private static final int OTHERS_WRITE = 0_022;
    private static final int STICKY = 01_000;
    private static final int PERMISSIONS = 07_777;

    /** The longest pause between attempts to clear away what an agent left. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private static final int SECRET_BYTES = 16;
    private static final int NAME_BYTES = 4;

    private final SparkHome spark;
    private final Optional<Yarn> yarn;
    private final Map<String, Path> disks;
    private final Identity.Issuer identities;
    private final RunAs users;
    private final FileChannel lock;
    private final Journal journal;
    private final Map<String, String> swept;
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final Ticker ticker = Ticker.system();

    /** A deployment with processes. Its log and contact may be read by any thread, all else by one at a time. */
    static final class Running {
        final Entry entry;
        final Map<String, String> contact = new ConcurrentHashMap<>();
        final Tail tail = new Tail();
        final List<String> as;
        AgentProcess agent;
        OptionalInt exit = OptionalInt.empty();
        private Duration pause = Duration.ZERO;
        private long attempted;

        Running(Entry entry, List<String> as) {
            this.entry = entry;
            this.as = as;
        }

        /** Whether another attempt to clear away is due, which then counts as made: after 0, 1, 3, 7 seconds and so on. */
        boolean isDue(long nanos) {
            if (!pause.isZero() && nanos - attempted < pause.toNanos()) {
                return false;
            }
            attempted = nanos;
            Duration longer = pause.multipliedBy(2).plusSeconds(1);
            pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
            return true;
        }
    }

    private LocalBackend(
            SparkHome spark,
            Optional<Yarn> yarn,
            Map<String, Path> disks,
            Identity.Issuer identities,
            RunAs users,
            FileChannel lock,
            Journal journal,
            Map<String, String> swept) {
        this.spark = spark;
        this.yarn = yarn;
        this.disks = disks;
        this.identities = identities;
        this.users = users;
        this.lock = lock;
        this.journal = journal;
        this.swept = Map.copyOf(swept);
    }

    /**
     * Opens the backend, after removing what an earlier process left.
     *
     * @param identities of the applications of deployments
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
        Privilege own = Privilege.ofThisProcess();
        if (settings.as().isCoordinator()) {
            if (own.mayBecomeAnyUser()) {
                throw new IOException(
                        "launch.as = coordinator with CAP_SETUID gives every launched program what root may;"
                                + " set launch.as = caller, or take AmbientCapabilities from the coordinator's service");
            }
            LOG.warn("launch.as = coordinator: every launched program may read this coordinator's keys and tokens");
        }
        Map<String, Path> disks = new TreeMap<>();
        for (Map.Entry<String, Path> disk : settings.disks().entrySet()) {
            if (!Files.isDirectory(disk.getValue())) {
                throw new IOException("launch.disks: " + disk.getValue() + " is no directory; make one on the disk of "
                        + disk.getKey());
            }
            int mode = (int) Files.getAttribute(disk.getValue(), "unix:mode");
            if (!settings.as().isCoordinator() && ((mode & OTHERS_WRITE) == 0 || (mode & STICKY) == 0)) {
                throw new IOException("launch.disks: in " + disk.getValue()
                        + ((mode & OTHERS_WRITE) == 0
                                ? " users may not make directories"
                                : " users may replace each other's directories")
                        + "; chmod 1777 it");
            }
            disks.put(disk.getKey(), disk.getValue().toRealPath());
        }
        if (!Files.isDirectory(settings.folder())) {
            Files.createDirectories(
                    settings.folder(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        requireOwn(settings.folder(), own.uid());
        Path folder = settings.folder().toRealPath();
        FileChannel channel = FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        if (!isLocked(channel)) {
            channel.close();
            throw new IOException("another coordinator uses launch.folder = " + folder + "; give each its own");
        }
        Journal journal = Journal.make(folder.resolve("of-" + random(NAME_BYTES)));
        RunAs users = new RunAs(settings.as(), Files.getOwner(journal.folder()));
        Map<String, String> swept = new TreeMap<>();
        try (DirectoryStream<Path> journals = Files.newDirectoryStream(folder, "of-*")) {
            for (Path each : journals) {
                if (!each.equals(journal.folder()) && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    swept.putAll(new Journal(each).sweep(users));
                }
            }
        }
        return new LocalBackend(spark, yarn, disks, identities, users, channel, journal, swept);
    }

    /** What is recorded there says what is removed, and as whom: nobody else may write it. */
    private static void requireOwn(Path folder, long user) throws IOException {
        Map<String, Object> found = Files.readAttributes(folder, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        int mode = (int) found.get("mode") & PERMISSIONS;
        Number owner = (Number) found.get("uid");
        if (Files.isSymbolicLink(folder)
                || (mode & OTHERS_WRITE) != 0
                || (owner.longValue() != user && owner.longValue() != 0)) {
            throw new IOException("launch.folder = " + folder + " must be a folder, no symbolic link, that only this"
                    + " coordinator's user writes, but has mode " + Integer.toOctalString(mode) + " and the owner "
                    + owner
                    + "; chmod 700 it, and chown it to the user " + user);
        }
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

    /** The folder {@code lib} of the distribution that this class is of: it has each program's JARs in a folder. */
    private static Path lib() {
        return AgentProcess.place(LocalBackend.class).resolveSibling("..").normalize();
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** A unique name for a deployment. */
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
                ? "a standalone master has workers of its own, and does not run on YARN (launch.where = yarn)"
                : spark.trouble(product, version);
    }

    @Override
    public String trouble(Order order) {
        try {
            String unused = users.user(order);
            return trouble(order.product(), order.version());
        } catch (IOException refused) {
            return refused.getMessage();
        }
    }

    @Override
    public void start(String id, String lease, Order order, List<String> volumes) throws IOException {
        String user = users.user(order);
        List<String> as = users.words(user);
        List<String> directories = volumes.stream()
                .map(volume -> disks.get(volume).resolve(id).toString())
                .toList();
        boolean standalone = order.product().kind() == Kind.STANDALONE;
        Path tokenFile = Path.of(directories.get(0), TOKEN_FILE);
        Optional<Path> plugin = spark.plugin(lib());
        Optional<Identity> identity = plugin.map(jar -> identities.issue(id, order));
        Map<String, String> registering = identity.map(
                        own -> own.settings(order, spark.folder(), plugin.orElseThrow(), tokenFile))
                .orElse(Map.of());
        String given = Plan.givenJar(order);
        Place place = new Place(
                id,
                spark.folder().toString(),
                given.isEmpty() ? spark.jar(order.version()) : given,
                directories,
                standalone ? freePort() : 0,
                standalone ? random(SECRET_BYTES) : "",
                registering);
        Plan plan = yarn.isPresent() ? Plan.onYarn(order, place, yarn.get(), volumes) : Plan.of(order, place);
        YarnCleanup farewell = yarn.map(each ->
                        new YarnCleanup(spark.folder().toString(), each.conf().toString(), order.user()))
                .orElse(null);
        Running started = new Running(new Entry(id, lease, user, directories, farewell), as);
        if (standalone) {
            started.contact.putAll(registering);
            started.contact.put("master", place.master());
            started.contact.put("secret", place.secret());
        }
        Map<String, String> files =
                identity.map(own -> Map.of(tokenFile.toString(), own.token())).orElse(Map.of());
        journal.write(started.entry);
        try {
            started.agent = new AgentProcess(
                    as, new Task(started.entry, journal.mark(id), files, plan.programs()), started.tail);
            running.put(id, started);
            started.agent.awaitStart();
        } catch (IOException failed) {
            undo(started);
            throw users.failed(user, started.agent != null && started.agent.hasBegun(), directories, failed);
        }
    }

    private void undo(Running failed) {
        String id = failed.entry.deployment();
        identities.withdraw(id);
        if (failed.agent == null || failed.agent.isKilled()) {
            forgetEntry(id);
            running.remove(id);
        }
    }

    /** What cannot be removed stays in the journal, for the next coordinator. */
    private void forgetEntry(String id) {
        try {
            journal.remove(id);
        } catch (IOException kept) {
            LOG.error("{} stays recorded: {}", id, kept.getMessage());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    @Override
    public ProcessState observe(String id) {
        Running seen = running.get(id);
        if (seen == null) {
            return ProcessState.NOTHING;
        }
        if (seen.exit.isEmpty()) {
            seen.exit = seen.agent.exit();
        }
        if (seen.entry.farewell() != null && !seen.contact.containsKey("application")) {
            YarnCleanup.submitted(seen.tail.text()).ifPresent(each -> seen.contact.put("application", each));
        }
        boolean isGone = seen.agent.isGone();
        if (isGone) {
            if (seen.agent.isClean()) {
                forgetEntry(id);
            }
            identities.withdraw(id);
        } else if (!seen.agent.isAlive() && seen.isDue(ticker.nanos())) {
            try {
                seen.agent = AgentProcess.sweeper(seen.as, journal, seen.entry);
            } catch (IOException later) {
                LOG.warn("{} cannot be ended yet: {}", id, later.getMessage());
            }
        }
        return new ProcessState(seen.exit, isGone);
    }

    @Override
    public void end(String id, boolean force) {
        Running ending = running.get(id);
        if (ending != null) {
            ending.agent.end(force);
        }
    }

    @Override
    public void forget(String id) {
        running.remove(id);
    }

    @Override
    public String log(String id) {
        Running seen = running.get(id);
        return seen == null ? "" : seen.tail.text();
    }

    @Override
    public Map<String, String> contact(String id) {
        Running seen = running.get(id);
        return seen == null ? Map.of() : new TreeMap<>(seen.contact);
    }

    /** The agent of a running deployment. */
    long agent(String id) {
        return running.get(id).agent.pid();
    }

    /** Agents end what still runs. */
    @Override
    public void close() {
        running.values().forEach(each -> each.agent.close());
        try {
            journal.close();
            lock.close();
        } catch (IOException failed) {
            LOG.warn("The journal cannot be closed: {}", failed.getMessage());
        }
    }
}
