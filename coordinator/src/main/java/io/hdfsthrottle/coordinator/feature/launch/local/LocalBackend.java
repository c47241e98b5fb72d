package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Identity;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LeaseKeeper;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Place;
import io.hdfsthrottle.coordinator.feature.launch.deployment.ProcessState;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Recorded;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
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
 * started, and held by an {@link Agent} of its user, which outlives this process; the next process that opens the same
 * folder takes it up.
 */
public final class LocalBackend implements Backend, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalBackend.class);
    private static final String TOKEN_FILE = "register.token";
    private static final int OTHERS_WRITE = 0_022;
    private static final int STICKY = 01_000;
    private static final int PERMISSIONS = 07_777;

    /** The longest pause between attempts to clear away what an agent left. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** How long one runs without a coordinator: its lease lasts longer, and until a killed one is back. */
    private static final Duration PATIENCE = LeaseKeeper.RENEW_BELOW.minusSeconds(5);

    /** Agents keep much less; who takes one over may write more. */
    private static final long LARGEST_FILE = 16L * Tail.BYTES;

    private static final int SECRET_BYTES = 16;
    private static final int NAME_BYTES = 4;

    private final SparkHome spark;
    private final Optional<Yarn> yarn;
    private final Map<String, Path> disks;
    private final Identity.Issuer identities;
    private final RunAs users;
    private final FileChannel lock;
    private final Journal journal;
    private final Duration patience;
    private final List<Deployment> left = new ArrayList<>();
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final Ticker ticker = Ticker.system();

    /** A deployment with processes. Its contact may be read by any thread, all else by one at a time. */
    static final class Running {
        final Entry entry;
        final Map<String, String> contact = new ConcurrentHashMap<>();
        final List<String> as;
        AgentProcess agent;
        OptionalInt exit = OptionalInt.empty();

        /** Whether the agent only clears away: it starts no program whose exit code would be the deployment's. */
        boolean sweeps;

        private Duration pause = Duration.ZERO;
        private long attempted;

        Running(Entry entry, List<String> as) {
            this.entry = entry;
            this.as = as;
        }

        /** One that an earlier process started. */
        Running(Entry entry, List<String> as, AgentProcess agent) {
            this(entry, as);
            this.agent = agent;
            contact.putAll(entry.contact());
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
            Duration patience) {
        this.spark = spark;
        this.yarn = yarn;
        this.disks = disks;
        this.identities = identities;
        this.users = users;
        this.lock = lock;
        this.journal = journal;
        this.patience = patience;
    }

    /**
     * Opens the backend, and takes up what an earlier process left.
     *
     * @param identities of the applications of deployments
     * @throws IOException if a directory is missing, or another coordinator uses the folder; the message names the
     *     setting
     */
    public static LocalBackend open(LaunchSettings settings, Identity.Issuer identities) throws IOException {
        return open(settings, identities, PATIENCE);
    }

    static LocalBackend open(LaunchSettings settings, Identity.Issuer identities, Duration patience)
            throws IOException {
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
                            + " hdfs-throttle-spark-*.jar of the distribution into {}",
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
        RunAs users = new RunAs(settings.as(), ownUser(folder));
        LocalBackend backend =
                new LocalBackend(spark, yarn, disks, identities, users, channel, new Journal(folder), patience);
        backend.takeUp();
        return backend;
    }

    /** The user of this process: the owner of what it makes. */
    private static UserPrincipal ownUser(Path folder) throws IOException {
        Path made = Files.createTempFile(folder, "own", "");
        try {
            return Files.getOwner(made);
        } finally {
            Files.delete(made);
        }
    }

    private void takeUp() throws IOException {
        for (Entry entry : journal.entries()) {
            String id = entry.deployment();
            if (!users.mayAct(entry.user())) {
                LOG.error(
                        "{} of {} is left, and remains recorded: launch.as = caller acts as no user '{}'; end it by hand,"
                                + " or start once with launch.as = coordinator if it was launched so",
                        id,
                        journal.folder(),
                        PlainText.of(entry.user()));
                continue;
            }
            AgentProcess agent = new AgentProcess(journal.words(id));
            LOG.info("{} was started by an earlier process, and {}", id, agent.isAlive() ? "runs" : "has ended");
            running.put(id, new Running(entry, users.words(entry.user()), agent));
            Deployment deployment = entry.order().deployment(id, entry.lease());
            identities.resume(id, deployment.order(), entry.token());
            left.add(deployment);
        }
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

    /** Executors are where the disks are: on a host each, or all on one. */
    @Override
    public List<Integer> hosts(Order order) {
        return yarn.isPresent() && order.size().nodes() > 1
                ? List.of(order.size().nodes(), 1)
                : List.of(1);
    }

    @Override
    public List<Deployment> left() {
        return left;
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
    public void start(Deployment deployment, List<String> volumes) throws IOException {
        String id = deployment.id();
        Order order = deployment.order();
        String user = users.user(order);
        List<String> as = users.words(user);
        List<String> directories = volumes.stream()
                .map(volume -> disks.get(volume).resolve(id).toString())
                .toList();
        boolean standalone = order.product().kind() == Kind.STANDALONE;
        Path tokenFile = Path.of(directories.get(0), TOKEN_FILE);
        Optional<Path> plugin = spark.plugin(lib());
        Identity identity = identities.issue(id, order);
        Map<String, String> registering = plugin.map(jar -> identity.settings(order, spark.folder(), jar, tokenFile))
                .orElse(Map.of());
        String given = Plan.givenJar(order);
        Place place = new Place(
                id,
                spark.folder().toString(),
                given.isEmpty() ? spark.jar(order.version()) : given,
                directories,
                yarn.isPresent() ? identity.coordinators().get(0).getHost() : Plan.LOOPBACK,
                standalone ? freePort() : 0,
                standalone ? random(SECRET_BYTES) : "",
                registering);
        Plan plan = yarn.isPresent() ? Plan.onYarn(order, place, yarn.get(), volumes) : Plan.of(order, place);
        YarnCleanup farewell = yarn.map(each ->
                        new YarnCleanup(spark.folder().toString(), each.conf().toString(), order.user()))
                .orElse(null);
        Map<String, String> contact = new TreeMap<>();
        if (standalone) {
            contact.putAll(registering);
            contact.put("master", place.master());
            contact.put("secret", place.secret());
        }
        Recorded recorded = Recorded.of(deployment);
        Entry entry =
                new Entry(id, deployment.lease(), user, directories, contact, farewell, recorded, identity.hash());
        Running started = new Running(entry, as, null);
        Map<String, String> files = plugin.isEmpty() ? Map.of() : Map.of(tokenFile.toString(), identity.token());
        Lifeline lifeline = new Lifeline(
                identity.coordinators().stream().map(URI::toString).toList(),
                identity.trust().map(Path::toString).orElse(""),
                identity.token(),
                patience.toMillis());
        journal.write(entry);
        try {
            started.agent = new AgentProcess(
                    as,
                    new Task(entry, journal.mark(id), files, plan.programs(), lifeline),
                    Journal.empty(journal.output(id)),
                    journal.words(id));
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
            forget(id);
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
        // Before what it says is read: an agent that ends meanwhile has said more by then.
        boolean isAlive = seen.agent.isAlive();
        if (seen.exit.isEmpty() && !seen.sweeps) {
            seen.exit = seen.agent.exit();
        }
        if (seen.entry.farewell() != null && !seen.contact.containsKey("application")) {
            YarnCleanup.submitted(log(id)).ifPresent(each -> reach(seen, Map.of("application", each)));
        }
        bound(id);
        boolean isGone = !isAlive && seen.agent.isGone();
        if (isGone) {
            if (seen.agent.isClean()) {
                forgetEntry(id);
                if (!seen.agent.said().isEmpty()) {
                    LOG.warn("The agent of {} says: {}", id, PlainText.cut(seen.agent.said()));
                }
            } else {
                LOG.error("Something of {} is left, and remains recorded: {}", id, seen.agent.said());
            }
            identities.withdraw(id);
        } else if (!isAlive && seen.isDue(ticker.nanos())) {
            sweep(seen);
            seen.agent.end(true);
        }
        return new ProcessState(seen.exit, isGone);
    }

    private void reach(Running seen, Map<String, String> contact) {
        seen.contact.putAll(contact);
        try {
            journal.write(seen.entry.reachedBy(seen.contact));
        } catch (IOException unable) {
            LOG.warn("How {} is reached is not recorded: {}", seen.entry.deployment(), unable.getMessage());
        }
    }

    private void bound(String id) {
        for (Path each : List.of(journal.output(id), journal.words(id), journal.sweep(id))) {
            try (FileChannel file = FileChannel.open(each, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                if (file.size() > LARGEST_FILE) {
                    file.truncate(0);
                }
            } catch (IOException none) {
                LOG.debug("{} is not bounded", each, none);
            }
        }
    }

    private void sweep(Running left) {
        try {
            left.agent = AgentProcess.sweeper(left.as, journal, left.entry);
            left.sweeps = true;
        } catch (IOException later) {
            LOG.warn("{} cannot be ended yet: {}", left.entry.deployment(), later.getMessage());
        }
    }

    @Override
    public void end(String id, boolean force) {
        Running ending = running.get(id);
        if (ending != null) {
            if (!ending.agent.listens() && !ending.agent.isGone()) {
                sweep(ending);
            }
            ending.agent.end(force);
        }
    }

    @Override
    public void forget(String id) {
        running.remove(id);
        journal.forget(id);
    }

    @Override
    public String log(String id) {
        return running.containsKey(id) ? Tail.of(journal.output(id)) : "";
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

    /** What runs goes on. */
    @Override
    public void close() {
        running.values().forEach(each -> each.agent.close());
        try {
            lock.close();
        } catch (IOException failed) {
            LOG.warn("launch.folder stays locked: {}", failed.getMessage());
        }
    }
}
