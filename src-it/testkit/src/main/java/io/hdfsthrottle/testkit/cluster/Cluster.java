package io.hdfsthrottle.testkit.cluster;

import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.SecureControl;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
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

/** A test cluster of one NameNode, ZooKeeper, a coordinator and a DataNode with the hook: all real processes. */
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

    /** Three DataNodes get three replicas, even if one of them was just busier than the others. */
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
        // A restarted DataNode has another port, which would change the file's default name.
        dataNodeSettings.put(
                "hdfs.throttle.grant.file", rig.folder("tmp").resolve("grant").toString());
        dataNodeSettings.put("hdfs.throttle.coordinator", coordinator.url().toString());
        dataNodeSettings.put(
                "hdfs.throttle.signing.keys.file", Coordinator.signingKeys(rig).toString());
        secure.ifPresent(tls -> dataNodeSettings.putAll(tls.dataNodes()));
        this.dataNode = startedDataNode();
    }

    /** Starts a cluster of that Hadoop in that folder; the settings are the DataNode's, besides the required ones. */
    public static Cluster start(Path folder, String hadoop, Map<String, String> settings) {
        return start(folder, hadoop, settings, List.of());
    }

    /** The same with settings for the coordinator. */
    public static Cluster start(
            Path folder, String hadoop, Map<String, String> settings, Map<String, String> coordinatorSettings) {
        Rig rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        HadoopHost host = HadoopHost.version(Repository.find(), hadoop);
        return new Cluster(rig, Optional.empty(), host, coordinatorSettings, PLACED, settings, List.of(), List.of());
    }

    /** The same with flags for the DataNode's JVM: a crowd of clients needs more memory than a test does. */
    public static Cluster start(Path folder, String hadoop, Map<String, String> settings, List<String> dataNodeFlags) {
        return start(folder, hadoop, settings, dataNodeFlags, List.of());
    }

    /** The same with JARs on the DataNode's class path, before the hook's. */
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

    /** The same with settings for the coordinator. */
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
     * Starts a cluster with Kerberos and block tokens, whose data transfers have that protection, and whose control
     * plane uses TLS.
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

    /** Starts another DataNode with the hook and the first one's settings. */
    public DataNode anotherDataNode(String name) {
        return anotherDataNode(name, Map.of());
    }

    /** The same with these settings overriding those. */
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

    /** Registers an application as the Spark plugin does; returns the tag for its operations. */
    public String register(String application, String tenant) throws LinkException, InterruptedException {
        return register(application, tenant, "tester");
    }

    /** The same, with these terms within its tenant. */
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

    /** A connection to the coordinator, as applications use. */
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

    /** The lease of an application, from {@link #register}. */
    Lease lease(String application) {
        return leases.get(application);
    }

    /** Kills the coordinator, as in a crash. */
    public void killCoordinator() {
        coordinator.process().kill();
    }

    /** Starts a coordinator on the port of the last one. */
    public void restartCoordinator() {
        coordinator = startedCoordinator();
    }

    /** Stops the DataNode and restarts it on the same data; returns the time that stopping took. */
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
     * Stops the DataNode and starts a plain one on the same data, with these settings beyond those that it has: without
     * the hook's JAR and without any setting of hdfs-throttle. The next {@link #restartDataNode()} restores those, and
     * removes these settings.
     */
    public void restartPlainDataNode(Map<String, String> settings) {
        stopDataNode();
        Map<String, String> site = new LinkedHashMap<>(dataNodeSettings);
        site.keySet().removeIf(key -> key.equals(PLUGINS) || key.startsWith(OUR_SETTINGS));
        site.putAll(settings);
        dataNode = startedDataNode(site, dataNodeAdditions);
    }

    /** Stops the DataNode and restarts it with these settings overriding the current ones. */
    public void restartDataNode(Map<String, String> settings) {
        dataNodeSettings.putAll(settings);
        restartDataNode();
    }

    /** The folder and processes of this cluster. */
    public Rig rig() {
        return rig;
    }

    /** The NameNode. */
    public NameNode nameNode() {
        return nameNode;
    }

    /** The current DataNode. */
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
