package io.hdfsthrottle.spark.waiting;

import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.TaskInfo;

/**
 * Spark listener that notes the bytes each task moved, and when the coordinator is to be polled. Called by Spark's
 * listener thread; Spark logs what a listener throws, and continues.
 */
final class TaskEnds extends SparkListener {

    private final ApplicationWaits waits;
    private final Runnable active;
    private final Runnable jobEnded;

    TaskEnds(ApplicationWaits waits, Runnable active, Runnable jobEnded) {
        this.waits = waits;
        this.active = active;
        this.jobEnded = jobEnded;
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart started) {
        active.run();
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd ended) {
        active.run();
        TaskMetrics metrics = ended.taskMetrics();
        TaskInfo info = ended.taskInfo();
        if (metrics != null && info != null) {
            waits.taskEnded(
                    ended.stageId(),
                    info.launchTime(),
                    info.finishTime(),
                    metrics.executorRunTime(),
                    metrics.inputMetrics().bytesRead() + metrics.outputMetrics().bytesWritten());
        }
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd ended) {
        jobEnded.run();
    }
}
