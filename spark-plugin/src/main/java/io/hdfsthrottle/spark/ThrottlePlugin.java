package io.hdfsthrottle.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * What {@code spark.plugins} names. Spark instantiates it in the driver and in every executor, unguarded: so it has an
 * empty constructor, no static state, and only hands out the two halves.
 */
public final class ThrottlePlugin implements SparkPlugin {

    /** Made by Spark. */
    public ThrottlePlugin() {}

    /** The half that registers the application and stamps its identity. */
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverHalf();
    }

    /** The half that says whether this executor can carry the identity. */
    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorHalf();
    }
}
