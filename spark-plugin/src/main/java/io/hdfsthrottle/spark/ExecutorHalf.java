package io.hdfsthrottle.spark;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor's half: says once whether the HDFS clients of this executor can carry the tag, and does nothing else.
 *
 * <p>The tag comes with each task's Hadoop configuration. An exception here would make Spark start executor after
 * executor, so there is nothing remote and nothing gets out.
 */
final class ExecutorHalf implements ExecutorPlugin {

    /** What Spark calls the executor that a local driver runs in itself; the driver's half speaks for it. */
    private static final String LOCAL = "driver";

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorHalf.class);

    private final HostGuard guard = new HostGuard(LOG);

    @Override
    public void init(PluginContext ctx, Map<String, String> extraConf) {
        guard.run("look for the tagging HDFS client", () -> {
            if (extraConf.containsKey(DriverHalf.TAGGING) && !LOCAL.equals(ctx.executorID())) {
                report(ctx.executorID());
            }
        });
    }

    private static void report(String executor) {
        Optional<String> obstacle = new HdfsStamp(new Configuration(false)).obstacle();
        if (obstacle.isPresent()) {
            LOG.warn("hdfs-throttle: executor {} cannot tag its HDFS I/O: {}", executor, obstacle.get());
        } else if (HdfsStamp.hdfsWasOpened()) {
            LOG.warn(
                    "hdfs-throttle: executor {} opened HDFS before its first task (--jars, --files or archives on HDFS);"
                            + " its I/O on that file system is untagged",
                    executor);
        } else {
            LOG.info("hdfs-throttle: executor {} tags its HDFS I/O as the driver says", executor);
        }
    }
}
