package io.hdfsthrottle.spark;

import io.hdfsthrottle.part.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/**
 * The executors of an application and how many tasks they run at a time: what its reservation is summed over where it is
 * for each of them. Thread-safe.
 */
final class RunningParts extends SparkListener {

    private final int cpusOfTask;
    private final Map<String, Integer> cores = new ConcurrentHashMap<>();

    RunningParts(SparkConf conf) {
        this.cpusOfTask = Math.max(1, conf.getInt("spark.task.cpus", 1));
    }

    @Override
    public void onExecutorAdded(SparkListenerExecutorAdded added) {
        cores.put(added.executorId(), added.executorInfo().totalCores());
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        cores.remove(removed.executorId());
    }

    /** How many executors there are now, or tasks at a time; 1 at least. */
    int count(Level per) {
        int parts = per == Level.EXECUTOR
                ? cores.size()
                : cores.values().stream().mapToInt(each -> each / cpusOfTask).sum();
        return Math.max(1, parts);
    }
}
