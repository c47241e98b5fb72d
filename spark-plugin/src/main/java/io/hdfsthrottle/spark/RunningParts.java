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

    private final Level per;
    private final int cpusOfTask;
    private final Map<String, Integer> cores = new ConcurrentHashMap<>();

    RunningParts(Level per, SparkConf conf) {
        this.per = per;
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

    /** How many there are now; 1 at least, and where rates are for all of the application. */
    int count() {
        int parts = 1;
        if (per == Level.EXECUTOR) {
            parts = cores.size();
        } else if (per == Level.TASK) {
            parts = cores.values().stream().mapToInt(each -> each / cpusOfTask).sum();
        }
        return Math.max(1, parts);
    }
}
