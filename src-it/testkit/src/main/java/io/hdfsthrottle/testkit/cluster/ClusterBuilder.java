package io.hdfsthrottle.testkit.cluster;

import io.hdfsthrottle.testkit.cluster.Realm.Protection;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The description of a {@link Cluster}: by default one DataNode with the hook, one coordinator, Hadoop 3.4. */
public final class ClusterBuilder {

    final Map<String, Map<String, String>> dataNodes = new LinkedHashMap<>(Map.of("datanode", Map.of()));
    final Map<String, String> coordinatorSettings = new LinkedHashMap<>();
    final Map<String, String> nameNodeSettings = new LinkedHashMap<>();
    HadoopHost host;
    DataNode.Setup setup = DataNode.Setup.hooked(Map.of());
    int coordinators = 1;
    boolean isSecured;

    private final Repository repository;
    private final Supplier<Rig> place;

    ClusterBuilder(Repository repository, Supplier<Rig> place) {
        this.repository = repository;
        this.place = place;
        this.host = HadoopHost.version(repository, "3.4");
        // Three DataNodes get three replicas, even if one of them was just busier than the others.
        nameNodeSettings.put("dfs.namenode.redundancy.considerLoad", "false");
    }

    public ClusterBuilder hadoop(String version) {
        return hadoop(HadoopHost.version(repository, version));
    }

    /** Of that Hadoop, which may have its native library or flags of its own. */
    public ClusterBuilder hadoop(HadoopHost hadoop) {
        host = hadoop;
        return this;
    }

    public ClusterBuilder nameNode(Map<String, String> settings) {
        nameNodeSettings.putAll(settings);
        return this;
    }

    public ClusterBuilder dataNode(Map<String, String> settings) {
        setup = setup.with(settings);
        return this;
    }

    /** A DataNode of that name, with these settings besides those of all; there is one named {@code datanode}. */
    public ClusterBuilder dataNode(String name, Map<String, String> settings) {
        dataNodes.put(name, settings);
        return this;
    }

    public ClusterBuilder withoutDataNodes() {
        dataNodes.clear();
        return this;
    }

    /** A change of how every DataNode is started. */
    public ClusterBuilder dataNodes(UnaryOperator<DataNode.Setup> change) {
        setup = change.apply(setup);
        return this;
    }

    public ClusterBuilder withoutHook() {
        setup = setup.plain();
        return this;
    }

    public ClusterBuilder coordinator(Map<String, String> settings) {
        coordinatorSettings.putAll(settings);
        return this;
    }

    /** So many coordinators, of which one leads; with none there is no ZooKeeper either. */
    public ClusterBuilder coordinators(int count) {
        coordinators = count;
        return this;
    }

    /** A control plane that speaks TLS alone. */
    public ClusterBuilder tls() {
        isSecured = true;
        return this;
    }

    /** Kerberos, block tokens, that protection of data transfers, and a control plane that speaks TLS alone. */
    public ClusterBuilder kerberos(Realm realm, Protection protection) {
        Map<String, String> settings = realm.settings(protection);
        host = host.withFlags(realm.flags());
        return nameNode(settings).dataNode(settings).tls();
    }

    /** Starts it; returns when everything serves. */
    public Cluster start() {
        Rig rig = place.get();
        try {
            return new Cluster(rig, this).awaitReady();
        } catch (RuntimeException failed) {
            rig.close();
            throw failed;
        }
    }

    /** Starts it without waiting until anything serves: {@link Cluster#awaitReady}. For a rig that its caller closes. */
    public Cluster spawn() {
        return new Cluster(place.get(), this);
    }
}
