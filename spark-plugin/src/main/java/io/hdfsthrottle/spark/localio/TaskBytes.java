package io.hdfsthrottle.spark.localio;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The bytes that this executor's tasks read and wrote on local disks by Spark's own count: shuffle files and spills.
 * Thread-safe.
 */
final class TaskBytes {

    private final Map<Long, TaskMetrics> running = new HashMap<>();
    private long read;
    private long written;

    /** The calling thread begins a task; does nothing outside of one. */
    void started() {
        TaskContext task = TaskContext.get();
        if (task == null) {
            return;
        }
        synchronized (this) {
            running.put(task.taskAttemptId(), task.taskMetrics());
        }
        TaskContext unused = task.addTaskCompletionListener(new TaskCompletionListener() {
            @Override
            public void onTaskCompletion(TaskContext ended) {
                ended(ended.taskAttemptId());
            }
        });
    }

    private synchronized void ended(long attempt) {
        TaskMetrics metrics = running.remove(attempt);
        if (metrics != null) {
            read += read(metrics);
            written += written(metrics);
        }
    }

    private static long read(TaskMetrics metrics) {
        return metrics.shuffleReadMetrics().localBytesRead();
    }

    private static long written(TaskMetrics metrics) {
        return metrics.shuffleWriteMetrics().bytesWritten() + metrics.diskBytesSpilled();
    }

    /** Bytes read so far. */
    synchronized long read() {
        return read + running.values().stream().mapToLong(TaskBytes::read).sum();
    }

    /** Bytes written so far. */
    synchronized long written() {
        return written + running.values().stream().mapToLong(TaskBytes::written).sum();
    }
}
