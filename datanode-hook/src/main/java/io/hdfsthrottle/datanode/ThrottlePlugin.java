package io.hdfsthrottle.datanode;

import io.hdfsthrottle.datanode.figures.HookMetrics;
import io.hdfsthrottle.datanode.figures.NoFigures;
import io.hdfsthrottle.datanode.figures.ThrottleMXBean;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.util.MBeans;
import org.apache.hadoop.util.ServicePlugin;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The DataNode plugin, which installs the hook: {@code dfs.datanode.plugins=io.hdfsthrottle.datanode.ThrottlePlugin}.
 *
 * <p>Whatever fails in here, the DataNode starts and serves: an invalid setting, a Hadoop without the throttlers, no
 * coordinator. Then the log states the reason in one line, {@code /jmx} shows state {@code OFF} with it, and I/O is as
 * without us. The constructor is empty and there is no static initialisation, because a plugin that cannot be
 * constructed stops the DataNode ({@code DataNode.startPlugins}).
 */
public final class ThrottlePlugin implements ServicePlugin {

    /** Before the DataNode's own hooks, so that no thread still sleeps when it stops its transfers. */
    private static final int SHUTDOWN_PRIORITY = 100;

    private Hook hook;
    private ObjectName bean;
    private HookMetrics metrics;

    /** Called by the DataNode; does nothing yet. */
    public ThrottlePlugin() {}

    /** Replaces the throttlers of the service, a DataNode. Never throws. */
    @Override
    public synchronized void start(Object service) {
        try {
            startIn((DataNode) service);
        } catch (SettingException refused) {
            Configuration configuration = ((DataNode) service).getConf();
            off(refused.getMessage() + " (read from " + HookSettings.source(configuration, refused.key()) + ")", null);
        } catch (Throwable error) {
            off("it could not start: " + error, error);
        }
    }

    private void startIn(DataNode dataNode) throws Exception {
        Configuration configuration = dataNode.getConf();
        AgentSettings settings = HookSettings.read(configuration);
        if (!settings.enabled()) {
            off("hdfs.throttle.enabled=false", null);
            return;
        }
        hook = new Hook(dataNode, settings);
        hook.start(settings, new GrantFile(HookSettings.grantFile(settings, configuration, dataNode.getDisplayName())));
        show(hook.figures(), hook.metrics());
        // stop() is not called when the DataNode is told to terminate by a signal.
        ShutdownHookManager.get().addShutdownHook(this::stop, SHUTDOWN_PRIORITY);
        log().info(
                        "hdfs-throttle is in place: capacity of each volume {}, coordinators {}",
                        settings.pacing().capacity().map(Object::toString).orElse("as seen (auto)"),
                        settings.link().coordinators());
    }

    private void off(String reason, Throwable error) {
        log().error("hdfs-throttle is off and I/O is served unthrottled: {}", reason, error);
        stop();
        NoFigures none = new NoFigures(reason);
        show(none, new HookMetrics(none.getNode(), () -> none, ThrottlePlugin::noMetrics));
    }

    private void show(ThrottleMXBean figures, HookMetrics added) {
        bean = MBeans.register("DataNode", "HdfsThrottle", figures);
        try {
            added.begin();
            metrics = added;
        } catch (Throwable unable) {
            noMetrics(unable);
        }
    }

    private static void noMetrics(Throwable unable) {
        log().warn("The figures of hdfs-throttle are missing in Hadoop's metrics; /jmx has them", unable);
    }

    /** Lets all I/O pass, wakes sleeping threads and restores the DataNode's throttlers. Idempotent; never throws. */
    @Override
    public synchronized void stop() {
        try {
            if (hook != null) {
                hook.close();
                hook = null;
                log().info("hdfs-throttle has stopped, and everything passes");
            }
            if (bean != null) {
                MBeans.unregister(bean);
                bean = null;
            }
            if (metrics != null) {
                metrics.close();
                metrics = null;
            }
        } catch (Throwable error) {
            log().error("hdfs-throttle could not stop in good order", error);
        }
    }

    /** The same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    private static Logger log() {
        return LoggerFactory.getLogger(ThrottlePlugin.class);
    }
}
