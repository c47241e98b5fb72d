package io.hdfsthrottle.rig.quickstart;

import io.hdfsthrottle.rig.Coordinator;
import io.hdfsthrottle.rig.DataNode;
import io.hdfsthrottle.rig.HadoopHost;
import io.hdfsthrottle.rig.NameNode;
import io.hdfsthrottle.rig.Rig;
import io.hdfsthrottle.rig.SparkApplication;
import io.hdfsthrottle.rig.SparkHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The daemons of a run, and how they and the applications are set up for it: the only place that knows what differs
 * between the two runs.
 */
final class Lineup {

    private static final String DATA_NODE = "datanode";

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

    /** The DataNode as the run wants it: HDFS's own limit, or the hook and nothing else. */
    DataNode dataNode(RunResult.Kind kind, Scenario scenario) {
        String capacity = Long.toString(scenario.capacity().bytesPerSecond());
        return switch (kind) {
            case STOCK -> start(Map.of("dfs.datanode.data.read.bandwidthPerSec", capacity), List.of());
            case CONTROLLED ->
                start(
                        Map.of(
                                "dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin",
                                "hdfs.throttle.coordinator", coordinator.url().toString(),
                                "hdfs.throttle.signing.keys.file",
                                        Coordinator.signingKeys(rig).toString(),
                                "hdfs.throttle.grant.file",
                                        rig.folder(DATA_NODE)
                                                .resolve("grant.json")
                                                .toString(),
                                "hdfs.throttle.volume.capacity", capacity),
                        List.of(rig.repository().datanodeHook()));
        };
    }

    /** A DataNode without any limit. */
    DataNode freeDataNode() {
        return start(Map.of(), List.of());
    }

    private DataNode start(Map<String, String> settings, List<Path> additions) {
        return DataNode.start(rig, hadoop, nameNode, DATA_NODE, settings, additions);
    }

    /** The application of a contender; under control it carries the plugin. */
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
