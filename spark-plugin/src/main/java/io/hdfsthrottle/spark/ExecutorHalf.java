package io.hdfsthrottle.spark;

import com.codahale.metrics.Gauge;
import io.hdfsthrottle.spark.appointment.TaskAppointments;
import io.hdfsthrottle.spark.localio.ExecutorIo;
import io.hdfsthrottle.spark.part.PartFiles;
import io.hdfsthrottle.spark.replica.ExecutorEntitlement;
import io.hdfsthrottle.spark.waiting.RunTimes;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor half of the Spark plugin: logs once whether this executor's HDFS clients can carry the tag, polls the
 * driver on one thread for what replica choice is based on, reports local disk I/O on another, looks for untagged I/O on
 * a third, and where tasks may be speculated, reports their run time on a fourth.
 *
 * <p>The tag comes with each task's Hadoop configuration. An exception here would make Spark restart executors
 * endlessly, so this code waits for nothing remote and never throws.
 */
final class ExecutorHalf implements ExecutorPlugin {

    /** Spark's id of the executor inside a local driver; the driver half handles it. */
    private static final String LOCAL = "driver";

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorHalf.class);

    private final HostGuard guard = new HostGuard(LOG);

    private volatile ExecutorEntitlement entitlement;
    private volatile ExecutorIo localIo;
    private volatile TaskAppointments appointments;
    private volatile RunTimes runTimes;
    private volatile UntaggedIo untagged;

    @Override
    public void init(PluginContext ctx, Map<String, String> extraConf) {
        // Where the driver does not tag, this half does nothing either, whatever Spark's settings are.
        if (guard.call("hear what the driver says", () -> extraConf.containsKey(DriverHalf.TAGGING), false)) {
            begin(ctx, extraConf);
        }
    }

    private void begin(PluginContext ctx, Map<String, String> extraConf) {
        guard.run("look for the tagging HDFS client", () -> {
            if (!LOCAL.equals(ctx.executorID())) {
                report(ctx.executorID());
            }
        });
        guard.run("choose replicas by entitlement", () -> {
            if (extraConf.containsKey(DriverHalf.REPLICAS)) {
                entitlement = ExecutorEntitlement.installed(ctx.executorID(), ctx::ask, Ticker.system());
            }
        });
        guard.run("look for what is untagged", () -> untagged = UntaggedIo.begun(ctx));
        guard.run("count what is not told apart", () -> {
            if (!LOCAL.equals(ctx.executorID())) { // A local driver's metrics have no name yet, of which Spark warns.
                Gauge<Long> untold = PartFiles::untold;
                ctx.metricRegistry().register("untoldOperations", untold);
            }
        });
        guard.run("say what it moves on local disks", () -> sayWhatItMoves(ctx, extraConf));
        guard.run(
                "report for how long tasks have run",
                () -> runTimes = RunTimes.begun(ctx.conf(), Ticker.system()).orElse(null));
        guard.run("have scans wait for their appointments", () -> {
            if (extraConf.containsKey(DriverHalf.APPOINTMENTS)) {
                Duration longest = Duration.ofMillis(Long.parseLong(extraConf.get(DriverHalf.APPOINTMENTS)));
                appointments = TaskAppointments.installed(ctx::ask, longest, Ticker.system());
            }
        });
    }

    private void sayWhatItMoves(PluginContext ctx, Map<String, String> extraConf) {
        if (extraConf.containsKey(DriverHalf.LOCAL_IO)) {
            localIo = ExecutorIo.begun(() -> ctx.conf().get("spark.app.id", ""), ctx.executorID(), ctx::send);
        }
    }

    @Override
    public void onTaskStart() {
        ExecutorIo moving = localIo;
        if (moving != null && !began(moving::taskStarted)) {
            localIo = null;
        }
        RunTimes timing = runTimes;
        if (timing != null && !began(timing::taskStarted)) {
            runTimes = null;
        }
    }

    /** Whether that worked; a log line for each task would be too many. */
    private static boolean began(Runnable count) {
        try {
            count.run();
            return true;
        } catch (Throwable trouble) { // Whatever it is, no task depends on it.
            LOG.debug("hdfs-throttle: does not count what tasks do", trouble);
            return false;
        }
    }

    @Override
    public void shutdown() {
        ExecutorIo moving = localIo;
        if (moving != null) {
            guard.run("end saying what moves on local disks", moving::close);
        }
        RunTimes timing = runTimes;
        if (timing != null) {
            guard.run("end reporting for how long tasks have run", timing::close);
        }
        UntaggedIo looking = untagged;
        if (looking != null) {
            guard.run("end looking for what is untagged", looking::close);
        }
        TaskAppointments waiting = appointments;
        if (waiting != null) {
            guard.run("have scans wait no more", waiting::close);
        }
        ExecutorEntitlement current = entitlement;
        if (current != null) {
            guard.run("end asking what is left of the entitlement", current::close);
        }
    }

    /** Before the first task, so that nobody uses what Spark opened to fetch JARs and files. */
    private static void report(String executor) {
        Optional<String> obstacle = new HdfsStamp(new Configuration(false)).obstacle();
        if (obstacle.isPresent()) {
            LOG.warn("hdfs-throttle: executor {} cannot tag its HDFS I/O: {}", executor, obstacle.get());
            return;
        }
        HdfsStamp.takeEffectHere();
        int opened = UntaggedIo.letGo();
        LOG.info(
                "hdfs-throttle: executor {} tags its HDFS I/O as the driver says{}",
                executor,
                opened == 0 ? "" : "; it has opened HDFS before, to fetch files, and does so anew");
    }
}
