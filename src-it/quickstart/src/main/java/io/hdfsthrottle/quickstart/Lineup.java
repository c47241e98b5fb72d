package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The daemons of a run, and the set-up of daemons and applications for it: the only class that knows the differences
 * between the two runs.
 */
final class Lineup {

    private static final String DATA_NODE = "datanode";

    /** With several DataNodes, each has another kind of disk, which a folder's storage policy selects. */
    private static final List<String> KINDS = List.of("DISK", "SSD", "ARCHIVE");

    private static final List<String> POLICIES = List.of("HOT", "ALL_SSD", "COLD");

    private final Rig rig;
    private final HadoopHost hadoop;
    private final SparkHost spark;
    private final NameNode nameNode;
    private final Coordinator coordinator;

    Lineup(Rig rig, HadoopHost hadoop, SparkHost spark, NameNode nameNode, Coordinator coordinator) {
        this.rig = rig;
        this.hadoop = hadoop;
        this.spark = spark;
        this.nameNode = nameNode;
        this.coordinator = coordinator;
    }

    Rig rig() {
        return rig;
    }

    SparkHost spark() {
        return spark;
    }

    NameNode nameNode() {
        return nameNode;
    }

    /** Creates folders with files on one of several DataNodes each, in this order. */
    void place(List<String> folders) {
        Map<String, String> policies = new LinkedHashMap<>();
        for (int node = 0; node < folders.size(); node++) {
            policies.put(folders.get(node), POLICIES.get(node));
        }
        nameNode.makeFolders(policies);
    }

    /** The DataNodes for that kind of run: with HDFS's own limit, or with the hook only. */
    List<DataNode> dataNodes(RunResult.Kind kind, Scenario scenario) {
        return each(scenario, (name, place) -> dataNode(kind, scenario, name, place));
    }

    private static List<DataNode> each(Scenario scenario, BiFunction<String, Map<String, String>, DataNode> start) {
        List<DataNode> started = new ArrayList<>();
        for (int node = 0; node < scenario.nodes(); node++) {
            started.add(
                    scenario.nodes() == 1
                            ? start.apply(DATA_NODE, Map.of())
                            : start.apply(
                                    DATA_NODE + "-" + (node + 1), Map.of("dfs.datanode.data.dir", KINDS.get(node))));
        }
        return started;
    }

    private DataNode dataNode(RunResult.Kind kind, Scenario scenario, String name, Map<String, String> place) {
        String capacity = Long.toString(scenario.capacity().bytesPerSecond());
        return switch (kind) {
            case STOCK -> start(name, place, Map.of("dfs.datanode.data.read.bandwidthPerSec", capacity), List.of());
            case CONTROLLED ->
                start(
                        name,
                        place,
                        Map.of(
                                "dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin",
                                "hdfs.throttle.coordinator", coordinator.url().toString(),
                                "hdfs.throttle.signing.keys.file",
                                        Coordinator.signingKeys(rig).toString(),
                                "hdfs.throttle.grant.file",
                                        rig.folder(name).resolve("grant.json").toString(),
                                "hdfs.throttle.volume.capacity", capacity),
                        List.of(rig.repository().datanodeHook()));
        };
    }

    /** DataNodes without any limit. */
    List<DataNode> freeDataNodes(Scenario scenario) {
        return each(scenario, (name, place) -> start(name, place, Map.of(), List.of()));
    }

    private DataNode start(String name, Map<String, String> place, Map<String, String> settings, List<Path> additions) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        place.forEach((key, kind) ->
                all.put(key, "[" + kind + "]" + rig.folder(name + "/data").toUri()));
        return DataNode.start(rig, hadoop, nameNode, name, all, additions);
    }

    /** The contender's application; in the controlled run it has the plugin. */
    SparkApplication application(
            RunResult.Kind kind, Contender contender, String jobClass, Map<String, String> arguments) {
        Map<String, String> settings = SparkApplication.reading(nameNode);
        List<Path> jars = List.of();
        if (kind == RunResult.Kind.CONTROLLED) {
            settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
            settings.put("spark.hdfs.throttle.tenant", contender.tenant());
            settings.put("spark.hdfs.throttle.coordinator", coordinator.url().toString());
            jars = List.of(rig.repository().sparkPlugin());
        }
        return new SparkApplication(
                kind.word() + "-" + contender.tenant(),
                "local[" + contender.threads() + "]",
                jobClass,
                settings,
                jars,
                arguments);
    }
}
