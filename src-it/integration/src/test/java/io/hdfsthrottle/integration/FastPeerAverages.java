package io.hdfsthrottle.integration;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ServicePlugin;

/**
 * A plugin for DataNodes under test: how long packets take to other DataNodes is averaged every second and over five,
 * and not every five minutes and over three hours, which nothing sets.
 */
public final class FastPeerAverages implements ServicePlugin {

    private static final int WINDOWS = 5;

    /** Called by the DataNode. */
    public FastPeerAverages() {}

    @Override
    public void start(Object dataNode) {
        try {
            Object metrics = dataNode.getClass().getMethod("getPeerMetrics").invoke(dataNode);
            Object averages = metrics.getClass()
                    .getMethod("getSendPacketDownstreamRollingAverages")
                    .invoke(metrics);
            Method window = averages.getClass()
                    .getDeclaredMethod("replaceScheduledTask", int.class, long.class, TimeUnit.class);
            window.setAccessible(true);
            window.invoke(averages, WINDOWS, 1L, TimeUnit.SECONDS);
        } catch (ReflectiveOperationException another) {
            throw new IllegalStateException("another Hadoop", another);
        }
    }

    @Override
    public void stop() {
        // There is nothing to give back.
    }

    @Override
    public void close() {
        stop();
    }
}
