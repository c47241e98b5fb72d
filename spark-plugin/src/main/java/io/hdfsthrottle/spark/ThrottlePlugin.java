package io.hdfsthrottle.spark;

import io.hdfsthrottle.client.ThrottleClient;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * The Spark plugin, named in {@code spark.plugins}. Spark instantiates it in the driver and in every executor,
 * unguarded: so it has an empty constructor and no static state, and only returns the two halves.
 */
public final class ThrottlePlugin implements SparkPlugin {

    /** Called by Spark. */
    public ThrottlePlugin() {}

    /**
     * What the application of this driver asks of the coordinator. Until it is registered, every answer is the reason
     * why not; without the plugin, in executors and after the end of the SparkContext, that there is no coordinator.
     * Never null.
     */
    public static ThrottleClient client() {
        return DriverHalf.client();
    }

    /** The half that registers the application and stamps its tag. */
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverHalf();
    }

    /** The half that logs whether this executor can carry the tag. */
    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorHalf();
    }
}
