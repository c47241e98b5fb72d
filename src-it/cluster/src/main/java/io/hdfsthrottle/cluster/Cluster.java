package io.hdfsthrottle.cluster;

import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.rig.Coordinator;
import io.hdfsthrottle.rig.DataNode;
import io.hdfsthrottle.rig.HadoopHost;
import io.hdfsthrottle.rig.NameNode;
import io.hdfsthrottle.rig.Repository;
import io.hdfsthrottle.rig.Rig;
import io.hdfsthrottle.rig.ZooKeeper;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** One NameNode, ZooKeeper, a coordinator and a DataNode with the hook: everything real, each a process. */
public final class Cluster implements AutoCloseable {

    private static final String PLUGINS = "dfs.datanode.plugins";
    private static final String OUR_SETTINGS = "hdfs.throttle.";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Rig rig;
    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private final Optional<SecureControl> secure;
    private final HadoopHost host;
    private final ZooKeeper zooKeeper;
    private final int coordinatorPort;
    private final Map<String, String> coordinatorSettings;
    private final NameNode nameNode;
    private final Map<String, String> dataNodeSettings;
    private final List<String> dataNodeFlags;
    private final List<Path> dataNodeAdditions;
    private Coordinator coordinator;
    private DataNode dataNode;

    /** Three DataNodes get three replicas, also if one of them has just been busier than the others. */
    private static final Map<String, String> PLACED = Map.of("dfs.namenode.redundancy.considerLoad", "false");

    private Cluster(
            Rig rig,
            Optional<SecureControl> secure,
            HadoopHost host,
            Map<String, String> coordinatorSettings,
            Map<String, String> nameNodeSettings,
            Map<String, String> settings,
            List<String> dataNodeFlags,
            List<Path> dataNodeAdditions) {
        this.rig = rig;
        this.secure = secure;
        this.coordinatorSettings =
                new LinkedHashMap<>(secure.map(SecureControl::coordinators).orElseGet(Map::of));
        this.coordinatorSettings.putAll(coordinatorSettings);
        this.host = host;
        int zooKeeperPort = rig.ports().free();
        this.zooKeeper =
                secure.map(tls -> tls.zooKeeper(zooKeeperPort)).orElseGet(() -> ZooKeeper.start(rig, zooKeeperPort));
        this.coordinatorPort = rig.ports().free();
        this.coordinator = startedCoordinator();
        this.nameNode = NameNode.start(rig, host, nameNodeSettings);
        this.dataNodeFlags = List.copyOf(dataNodeFlags);
        this.dataNodeAdditions = List.copyOf(dataNodeAdditions);
        this.dataNodeSettings = new LinkedHashMap<>(settings);
        dataNodeSettings.put(PLUGINS, "io.hdfsthrottle.datanode.ThrottlePlugin");
        dataNodeSettings.put("hadoop.tmp.dir", rig.folder("tmp").toString());
        // Restarted, the DataNode has another port, and without this another name for the file.
        dataNodeSettings.put(
                "hdfs.throttle.grant.file", rig.folder("tmp").resolve("grant").toString());
        dataNodeSettings.put("hdfs.throttle.coordinator", coordinator.url().toString());
        dataNodeSettings.put(
                "hdfs.throttle.signing.keys.file", Coordinator.signingKeys(rig).toString());
        secure.ifPresent(tls -> dataNodeSettings.putAll(tls.dataNodes()));
        this.dataNode = startedDataNode();
    }

    /** Starts a cluster of that Hadoop in that folder, its DataNode with these settings besides those that make it run. */
    public static Cluster start(Path folder, String hadoop, Map<String, String> settings) {
        return start(folder, hadoop, settings, List.of());
    }

    /** The same with these settings for the coordinator. */
    public static Cluster start(
            Path folder, String hadoop, Map<String, String> settings, Map<String, String> coordinatorSettings) {
        Rig rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        HadoopHost host = HadoopHost.version(Repository.find(), hadoop);
        return new Cluster(rig, Optional.empty(), host, coordinatorSettings, PLACED, settings, List.of(), List.of());
    }

    /** The same with these flags for the DataNode's JVM: a crowd of clients needs more memory than a test does. */
    public static Cluster start(Path folder, String hadoop, Map<String, String> settings, List<String> dataNodeFlags) {
        return start(folder, hadoop, settings, dataNodeFlags, List.of());
    }

    /** The same with these JARs on the DataNode's class path, before the hook's. */
    public static Cluster start(
            Path folder,
            String hadoop,
            Map<String, String> settings,
            List<String> dataNodeFlags,
            List<Path> dataNodeAdditions) {
        return start(folder, HadoopHost.version(Repository.find(), hadoop), settings, dataNodeFlags, dataNodeAdditions);
    }

    /** The same of that Hadoop, which may have its native library. */
    public static Cluster start(
            Path folder,
            HadoopHost hadoop,
            Map<String, String> settings,
            List<String> dataNodeFlags,
            List<Path> dataNodeAdditions) {
        return start(folder, hadoop, settings, dataNodeFlags, dataNodeAdditions, Map.of());
    }

    /** The same with these settings for the coordinator. */
    public static Cluster start(
            Path folder,
            HadoopHost hadoop,
            Map<String, String> settings,
            List<String> dataNodeFlags,
            List<Path> dataNodeAdditions,
            Map<String, String> coordinatorSettings) {
        Rig rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        return new Cluster(
                rig, Optional.empty(), hadoop, coordinatorSettings, PLACED, settings, dataNodeFlags, dataNodeAdditions);
    }

    /**
     * A cluster with Kerberos and block tokens, whose clients and DataNodes protect what they send each other that much, and whose control plane speaks
     * TLS.
     */
    public static Cluster start(
            Path folder, String hadoop, Realm realm, Realm.Protection protection, Map<String, String> settings)
            throws IOException {
        Rig rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        HadoopHost host = HadoopHost.version(Repository.find(), hadoop).withFlags(realm.flags());
        Map<String, String> secure = realm.settings(protection);
        Map<String, String> dataNode = new LinkedHashMap<>(secure);
        dataNode.putAll(settings);
        return new Cluster(
                rig, Optional.of(SecureControl.in(rig)), host, Map.of(), secure, dataNode, List.of(), List.of());
    }

    private Coordinator startedCoordinator() {
        return Coordinator.start(
                rig,
                "coordinator",
                zooKeeper,
                coordinatorPort,
                coordinatorSettings,
                List.of(),
                secure.map(SecureControl::operator).orElse(TlsFiles.NONE));
    }

    private DataNode startedDataNode() {
        List<Path> additions = new ArrayList<>(dataNodeAdditions);
        additions.add(rig.repository().datanodeHook());
        return startedDataNode(dataNodeSettings, additions);
    }

    private DataNode startedDataNode(Map<String, String> settings, List<Path> additions) {
        return DataNode.start(
                rig, host, nameNode, "datanode", settings, additions, command -> command.withFlags(dataNodeFlags));
    }

    /** Starts another DataNode with the hook, set as the first one is. */
    public DataNode anotherDataNode(String name) {
        return anotherDataNode(name, Map.of());
    }

    /** The same with these settings over those. */
    public DataNode anotherDataNode(String name, Map<String, String> changes) {
        Map<String, String> settings = new LinkedHashMap<>(dataNodeSettings);
        settings.put("hadoop.tmp.dir", rig.folder(name + "/tmp").toString());
        settings.put(
                "hdfs.throttle.grant.file",
                rig.folder(name + "/tmp").resolve("grant").toString());
        settings.putAll(changes);
        return DataNode.start(
                rig, host, nameNode, name, settings, List.of(rig.repository().datanodeHook()));
    }

    /** Registers an application as the Spark plugin does; returns the tag that its operations carry. */
    public String register(String application, String tenant) throws LinkException, InterruptedException {
        return register(application, tenant, "tester");
    }

    /** The same, to be served on these terms within its tenant. */
    public String register(String application, String tenant, PartTerms terms)
            throws LinkException, InterruptedException {
        return register(
                Registration.of(application, application, "tester", tenant).on(terms));
    }

    /** The same as that user. */
    public String register(String application, String tenant, String user) throws LinkException, InterruptedException {
        return register(Registration.of(application, application, user, tenant));
    }

    private String register(Registration registration) throws LinkException, InterruptedException {
        try (HttpLink link = link()) {
            Lease lease = link.register(registration);
            leases.put(registration.application(), lease);
            return lease.tag().toString();
        }
    }

    /** A line to the coordinator, as applications have one. */
    HttpLink link() {
        return new HttpLink(
                List.of(coordinator.url()),
                PATIENCE,
                secure.map(SecureControl::registrant).orElse(Credential.NONE),
                secure.map(SecureControl::trust).orElse(TlsFiles.NONE));
    }

    /** Ends an application as its driver does. */
    public void end(String application) throws LinkException, InterruptedException {
        try (HttpLink link = link()) {
            link.withdraw(leases.get(application));
        }
    }

    /** What {@link #register} was given for an application. */
    Lease lease(String application) {
        return leases.get(application);
    }

    /** Ends the coordinator as a crash does. */
    public void killCoordinator() {
        coordinator.process().kill();
    }

    /** Starts a coordinator where the last one was. */
    public void restartCoordinator() {
        coordinator = startedCoordinator();
    }

    /** Tells the DataNode to stop and starts it again on the same data; returns how long the stopping took. */
    public Duration restartDataNode() {
        Duration stopping = stopDataNode();
        dataNode = startedDataNode();
        return stopping;
    }

    private Duration stopDataNode() {
        long from = System.nanoTime();
        if (!dataNode.process().stop()) {
            throw new IllegalStateException("the DataNode did not stop in good order: "
                    + dataNode.process().log());
        }
        return Duration.ofNanos(System.nanoTime() - from);
    }

    /**
     * Stops the DataNode and starts a plain one on the same data, with these settings beyond those that it has: neither the hook's JAR nor
     * any setting of hdfs-throttle is there. The next {@link #restartDataNode()} brings them back, and takes these settings away.
     */
    public void restartPlainDataNode(Map<String, String> settings) {
        stopDataNode();
        Map<String, String> site = new LinkedHashMap<>(dataNodeSettings);
        site.keySet().removeIf(key -> key.equals(PLUGINS) || key.startsWith(OUR_SETTINGS));
        site.putAll(settings);
        dataNode = startedDataNode(site, dataNodeAdditions);
    }

    /** Stops the DataNode and starts it again with these settings over the ones that it has. */
    public void restartDataNode(Map<String, String> settings) {
        dataNodeSettings.putAll(settings);
        restartDataNode();
    }

    /** Where everything of this cluster lies. */
    public Rig rig() {
        return rig;
    }

    /** The NameNode. */
    public NameNode nameNode() {
        return nameNode;
    }

    /** The DataNode that runs now. */
    public DataNode dataNode() {
        return dataNode;
    }

    /** The coordinator that was started last. */
    public Coordinator coordinator() {
        return coordinator;
    }

    @Override
    public void close() {
        rig.close();
    }
}
