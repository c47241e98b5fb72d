package io.hdfsthrottle.testkit.cluster;

import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A NameNode and any number of DataNodes, each a process; no coordinator. */
public final class Nodes implements AutoCloseable {

    private static final String PLUGINS = "dfs.datanode.plugins";
    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";

    private final Rig rig;
    private final HadoopHost host;
    private final NameNode nameNode;

    private Nodes(Rig rig, HadoopHost host, Map<String, String> settings) {
        this.rig = rig;
        this.host = host;
        this.nameNode = NameNode.start(rig, host, settings);
    }

    /** Starts a NameNode of that Hadoop in that folder, with these settings besides the required ones. */
    public static Nodes start(Path folder, String hadoop, Map<String, String> settings) {
        Repository repository = Repository.find();
        Rig rig = Rig.in(repository, folder, Rig.Lifetime.OURS);
        return new Nodes(rig, HadoopHost.version(repository, hadoop), settings);
    }

    /**
     * Starts a DataNode with the hook.
     *
     * @param settings properties of its hdfs-site.xml; they also name other plugins to be loaded besides the hook
     * @param additions what its class path needs for them
     */
    public DataNode hooked(String name, Map<String, String> settings, List<Path> additions) {
        Map<String, String> site = new LinkedHashMap<>(settings);
        site.merge(PLUGINS, HOOK, (others, hook) -> hook + "," + others);
        site.put("hadoop.tmp.dir", rig.folder(name + "/tmp").toString());
        List<Path> classPath = new ArrayList<>(additions);
        classPath.add(rig.repository().datanodeHook());
        return DataNode.start(rig, host, nameNode, name, site, classPath);
    }

    /** The folder and processes of these nodes. */
    public Rig rig() {
        return rig;
    }

    /** The NameNode. */
    public NameNode nameNode() {
        return nameNode;
    }

    @Override
    public void close() {
        rig.close();
    }
}
