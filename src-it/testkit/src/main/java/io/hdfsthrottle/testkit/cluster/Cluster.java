package io.hdfsthrottle.testkit.cluster;

import static org.awaitility.Awaitility.await;

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
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/**
 * A cluster of real processes: a NameNode, DataNodes, and where it has them ZooKeeper and coordinators. Its processes
 * end with it, and with this JVM. Not thread-safe.
 */
public final class Cluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Rig rig;
    private final HadoopHost host;
    private final Optional<SecureControl> secure;
    private final Map<String, String> coordinatorSettings = new LinkedHashMap<>();
    private final List<Integer> coordinatorPorts;
    private final int zooKeeperPort;
    private final NameNode nameNode;
    private final DataNode.Setup setup;
    private final List<Coordinator> coordinators = new ArrayList<>();
    private final Map<String, DataNode> dataNodes = new LinkedHashMap<>();
    private final Map<String, DataNode.Setup> setups = new LinkedHashMap<>();
    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private ZooKeeper zooKeeper;

    /** Starts everything at once; {@link #awaitReady} waits for all of it. */
    Cluster(Rig rig, ClusterBuilder plan) {
        this.rig = rig;
        this.host = plan.host;
        this.secure = plan.isSecured ? Optional.of(Uncheck.get(() -> new SecureControl(rig))) : Optional.empty();
        secure.ifPresent(tls -> coordinatorSettings.putAll(tls.coordinators()));
        coordinatorSettings.putAll(plan.coordinatorSettings);
        this.coordinatorPorts =
                Stream.generate(rig.ports()::free).limit(plan.coordinators).toList();
        this.zooKeeperPort = rig.ports().free();
        this.nameNode = NameNode.spawn(rig, host, plan.nameNodeSettings);
        if (coordinatorSettings.containsKey("tiers")) {
            coordinatorSettings.putIfAbsent("tiers.namenode", nameNode.http().toString());
            coordinatorSettings.putIfAbsent("tiers.user", System.getProperty("user.name"));
        }
        Map<String, String> settings = new LinkedHashMap<>();
        if (!coordinatorPorts.isEmpty()) {
            spawnControl();
            settings.put("hdfs.throttle.coordinator", addresses());
            settings.put(
                    "hdfs.throttle.node.key.file",
                    Coordinator.nodeKey(rig, "default").toString());
            secure.ifPresent(tls -> settings.putAll(tls.dataNodes()));
        }
        this.setup = plan.setup.with(plan.setup.hook() ? settings : Map.of()).with(plan.setup.settings());
        plan.dataNodes.forEach((name, own) -> spawn(name, setup.with(own)));
    }

    /** Waits until everything serves; returns itself. */
    public Cluster awaitReady() {
        nameNode.awaitReady();
        coordinators.forEach(Coordinator::awaitReady);
        dataNodes.values().forEach(DataNode::awaitReady);
        return this;
    }

    /** Begins the description of a cluster that keeps everything in that folder. */
    public static ClusterBuilder in(Path folder) {
        Repository repository = Repository.find();
        return new ClusterBuilder(repository, () -> Rig.in(repository, folder, Rig.Lifetime.OURS));
    }

    /** The same with everything in that rig, which closes even what is being started. */
    public static ClusterBuilder in(Rig rig) {
        return new ClusterBuilder(rig.repository(), () -> rig);
    }

    private DataNode spawn(String name, DataNode.Setup own) {
        DataNode dataNode = DataNode.spawn(rig, host, nameNode, name, own);
        dataNodes.put(name, dataNode);
        setups.put(name, own);
        return dataNode;
    }

    private void spawnControl() {
        if (zooKeeper == null || !zooKeeper.process().isAlive()) {
            zooKeeper = secure.map(tls -> tls.zooKeeper(zooKeeperPort))
                    .orElseGet(() -> ZooKeeper.start(rig, zooKeeperPort));
        }
        for (int i = 0; i < coordinatorPorts.size(); i++) {
            if (i == coordinators.size()) {
                coordinators.add(spawnCoordinator(i));
            } else if (!coordinators.get(i).process().isAlive()) {
                coordinators.set(i, spawnCoordinator(i));
            }
        }
    }

    private Coordinator spawnCoordinator(int number) {
        String name = number == 0 ? "coordinator" : "coordinator-" + (number + 1);
        TlsFiles operator = secure.map(SecureControl::operator).orElse(TlsFiles.NONE);
        return Coordinator.spawn(
                rig, name, zooKeeper, coordinatorPorts.get(number), coordinatorSettings, List.of(), operator);
    }

    /** Starts ZooKeeper and coordinators again where they have ended, and waits until one leads. */
    public void repairControl() {
        spawnControl();
        coordinators.forEach(Coordinator::awaitReady);
        var unused = leader();
    }

    /** The coordinators' addresses, as DataNodes and drivers are told. */
    public String addresses() {
        return coordinators.stream().map(each -> each.url().toString()).collect(Collectors.joining(","));
    }

    public Coordinator coordinator() {
        return coordinators.get(0);
    }

    /** All coordinators, as they were last started. */
    public List<Coordinator> coordinators() {
        return List.copyOf(coordinators);
    }

    /** The coordinator that leads, as soon as there is one. */
    public Coordinator leader() {
        return leaderInsteadOf(null);
    }

    /** The leader other than that one, as soon as there is one. */
    public Coordinator leaderInsteadOf(Coordinator former) {
        return await().atMost(PATIENCE)
                .until(
                        () -> coordinators.stream()
                                .filter(each -> !each.equals(former) && each.leads())
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    public SecureControl secureControl() {
        return secure.orElseThrow();
    }

    public ZooKeeper zooKeeper() {
        return zooKeeper;
    }

    /** Starts another DataNode like the first, with these settings overriding those of it. */
    public DataNode addDataNode(String name, Map<String, String> changes) {
        return addDataNode(name, setup.with(changes));
    }

    public DataNode addDataNode(String name, DataNode.Setup own) {
        return spawn(name, own).awaitReady();
    }

    /**
     * Stops the first DataNode and starts it again on the same data, with these settings overriding the current ones from
     * now on; the time that stopping took.
     */
    public Duration restartDataNode(Map<String, String> changes) {
        return restartDataNode(setups.get(first()).with(changes));
    }

    /** The same with that set-up, from now on. */
    public Duration restartDataNode(DataNode.Setup own) {
        setups.put(first(), own);
        return restart(own);
    }

    /** The same without the hook and its settings, with these more; {@link #restartDataNode(Map)} restores what was. */
    public Duration restartPlainDataNode(Map<String, String> changes) {
        return restart(setups.get(first()).plain().with(changes));
    }

    /** Stops the DataNodes of these names and starts them again at once, on the same data, with these set-ups. */
    public void restartDataNodes(Map<String, DataNode.Setup> changed) {
        setups.putAll(changed);
        changed.keySet().forEach(name -> dataNodes.get(name).close());
        changed.forEach((name, own) -> dataNodes.put(name, dataNodes.get(name).respawned(own)));
        changed.keySet().forEach(name -> dataNodes.get(name).awaitReady());
    }

    /** The same for all DataNodes, with these settings overriding each one's. */
    public void restartAllDataNodes(Map<String, String> changes) {
        Map<String, DataNode.Setup> all = new LinkedHashMap<>(setups);
        all.replaceAll((name, own) -> own.with(changes));
        restartDataNodes(all);
    }

    /** Starts the DataNodes again that have ended, as they were. */
    public void repairDataNodes() {
        Map<String, DataNode.Setup> ended = new LinkedHashMap<>(setups);
        ended.keySet().removeIf(name -> dataNodes.get(name).process().isAlive());
        restartDataNodes(ended);
    }

    private Duration restart(DataNode.Setup own) {
        DataNode former = dataNode();
        long from = System.nanoTime();
        if (former.process().isAlive() && !former.process().stop()) {
            throw new IllegalStateException("the DataNode did not stop in good order: "
                    + former.process().log());
        }
        Duration stopping = Duration.ofNanos(System.nanoTime() - from);
        dataNodes.put(first(), former.respawned(own).awaitReady());
        return stopping;
    }

    private String first() {
        return dataNodes.keySet().iterator().next();
    }

    public DataNode dataNode() {
        return dataNodes.get(first());
    }

    public List<DataNode> dataNodes() {
        return List.copyOf(dataNodes.values());
    }

    public HookFigures figures() {
        return HookFigures.of(dataNode());
    }

    /** Waits until every DataNode has the leader's grant. */
    public void awaitGrants() {
        await().atMost(PATIENCE).until(() -> dataNodes.values().stream()
                .allMatch(each -> HookFigures.of(each).text("GrantFreshness").equals("FRESH")));
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

    public HttpLink link() {
        return new HttpLink(
                coordinators.stream().map(Coordinator::url).toList(),
                Duration.ofSeconds(5),
                secure.map(SecureControl::registrant).orElse(Credential.NONE),
                secure.map(SecureControl::trust).orElse(TlsFiles.NONE));
    }

    /** Ends an application as its driver does. */
    public void end(String application) throws LinkException, InterruptedException {
        try (HttpLink link = link()) {
            link.withdraw(leases.remove(application));
        }
    }

    Lease lease(String application) {
        return leases.get(application);
    }

    public Rig rig() {
        return rig;
    }

    public NameNode nameNode() {
        return nameNode;
    }

    @Override
    public void close() {
        rig.close();
    }
}
