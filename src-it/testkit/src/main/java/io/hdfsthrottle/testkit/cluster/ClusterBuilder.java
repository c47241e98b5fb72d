package io.hdfsthrottle.testkit.cluster;

import io.hdfsthrottle.testkit.cluster.Realm.Protection;
import io.hdfsthrottle.testkit.control.SecureControl;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The description of a {@link Cluster}: one DataNode with the hook and one coordinator, of Hadoop 3.4, if nothing else is
 * said. Used once.
 */
public final class ClusterBuilder {

    private final Repository repository;
    private final Supplier<Rig> place;
    private final Map<String, Map<String, String>> dataNodes = new LinkedHashMap<>();
    private final Map<String, String> coordinatorSettings = new LinkedHashMap<>();
    private final Map<String, String> dataNodeSettings = new LinkedHashMap<>();
    private final Map<String, String> nameNodeSettings = new LinkedHashMap<>();
    private Rig rig;
    private HadoopHost host;
    private List<String> flags = List.of();
    private List<Path> additions = List.of();
    private int coordinators = 1;
    private boolean hooked = true;
    private boolean secured;

    ClusterBuilder(Repository repository, Path folder) {
        this(repository, () -> Rig.in(repository, folder, Rig.Lifetime.OURS));
    }

    ClusterBuilder(Rig rig) {
        this(rig.repository(), () -> rig);
    }

    private ClusterBuilder(Repository repository, Supplier<Rig> place) {
        this.repository = repository;
        this.place = place;
        this.host = HadoopHost.version(repository, "3.4");
        // Three DataNodes get three replicas, even if one of them was just busier than the others.
        nameNodeSettings.put("dfs.namenode.redundancy.considerLoad", "false");
    }

    /** Of that version, for instance 3.5. */
    public ClusterBuilder hadoop(String version) {
        return hadoop(HadoopHost.version(repository, version));
    }

    /** Of that Hadoop, which may have its native library or flags of its own. */
    public ClusterBuilder hadoop(HadoopHost hadoop) {
        host = hadoop;
        return this;
    }

    /** Properties of the NameNode's hdfs-site.xml. */
    public ClusterBuilder nameNode(Map<String, String> settings) {
        nameNodeSettings.putAll(settings);
        return this;
    }

    /** Properties of every DataNode's hdfs-site.xml. */
    public ClusterBuilder dataNode(Map<String, String> settings) {
        dataNodeSettings.putAll(settings);
        return this;
    }

    /** A DataNode of that name, with these settings besides those of all; without such a call there is one. */
    public ClusterBuilder dataNode(String name, Map<String, String> settings) {
        dataNodes.put(name, settings);
        return this;
    }

    /** No DataNode at first. */
    public ClusterBuilder withoutDataNodes() {
        dataNodes.put("", Map.of());
        return this;
    }

    /** Flags for the DataNodes' JVMs. */
    public ClusterBuilder dataNodeFlags(List<String> more) {
        flags = more;
        return this;
    }

    /** JARs and folders on the DataNodes' class path, before the hook's. */
    public ClusterBuilder additions(List<Path> more) {
        additions = more;
        return this;
    }

    /** DataNodes without the hook. */
    public ClusterBuilder withoutHook() {
        hooked = false;
        return this;
    }

    /** Properties of every coordinator. */
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
        secured = true;
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
        rig = place.get();
        try {
            return new Cluster(this);
        } catch (RuntimeException failed) {
            rig.close();
            throw failed;
        }
    }

    Rig rig() {
        return rig;
    }

    HadoopHost host() {
        return host;
    }

    Optional<SecureControl> secure(Rig of) {
        try {
            return secured ? Optional.of(SecureControl.in(of)) : Optional.empty();
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    Map<String, String> nameNodeSettings() {
        return nameNodeSettings;
    }

    Map<String, String> dataNodeSettings() {
        return dataNodeSettings;
    }

    Map<String, String> coordinatorSettings() {
        return coordinatorSettings;
    }

    /** One element for each coordinator. */
    List<Integer> coordinators() {
        return Collections.nCopies(coordinators, 0);
    }

    Map<String, Map<String, String>> dataNodes() {
        if (dataNodes.isEmpty()) {
            return Map.of("datanode", Map.of());
        }
        dataNodes.remove("");
        return dataNodes;
    }

    boolean isHooked() {
        return hooked;
    }

    DataNode.Setup setup(Map<String, String> settings) {
        DataNode.Setup setup = hooked ? DataNode.Setup.hooked(settings) : DataNode.Setup.plain(settings);
        return setup.adding(additions).withFlags(flags);
    }
}
