package io.hdfsthrottle.bench.load.placed;

import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Rig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A DataNode with the hook's JAR, on its own disk. */
public final class PlacedNode {

    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";

    private final Rig rig;
    private final HadoopHost host;
    private final NameNode nameNode;
    private final String name;
    private final SlowDisk disk;
    private final Map<String, String> site;
    private DataNode dataNode;

    private PlacedNode(
            Rig rig, HadoopHost host, NameNode nameNode, String name, SlowDisk disk, Map<String, String> site) {
        this.rig = rig;
        this.host = host;
        this.nameNode = nameNode;
        this.name = name;
        this.disk = disk;
        this.site = site;
    }

    /** Starts it with the hook off. */
    static PlacedNode start(
            Rig rig, HadoopHost host, NameNode nameNode, String name, SlowDisk disk, Map<String, String> settings) {
        Map<String, String> site = new LinkedHashMap<>(settings);
        site.put("dfs.datanode.plugins", HOOK);
        site.put("hadoop.tmp.dir", rig.folder(name + "/tmp").toString());
        site.put("hdfs.throttle.grant.file", rig.folder(name).resolve("grant").toString());
        site.put("hdfs.throttle.signing.keys.file", Coordinator.signingKeys(rig).toString());
        site.put("hdfs.throttle.enabled", "false");
        PlacedNode node = new PlacedNode(rig, host, nameNode, name, disk, site);
        node.dataNode = node.started();
        return node;
    }

    private DataNode started() {
        return DataNode.start(
                rig, host, nameNode, name, site, List.of(rig.repository().datanodeHook()));
    }

    /** Restarts it with these settings overriding the current ones. */
    public void restart(Map<String, String> settings) {
        if (!dataNode.process().stop()) {
            throw new IllegalStateException(
                    name + " did not stop in good order: " + dataNode.process().log());
        }
        site.putAll(settings);
        dataNode = started();
    }

    /** The current DataNode. */
    public DataNode dataNode() {
        return dataNode;
    }

    /** Its disk. */
    public SlowDisk disk() {
        return disk;
    }
}
