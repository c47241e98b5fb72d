package io.hdfsthrottle.spark.localio;

import io.hdfsthrottle.localio.ExecutorLoad;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.util.TaskCompletionListener;

/**
 * This executor's tasks: how many run, and the bytes that they read and wrote on local disks by Spark's own count,
 * shuffle files and spills. Thread-safe.
 */
final class TaskBytes {

    private final Map<Long, TaskContext> running = new HashMap<>();
    private long read;
    private long written;

    /** The calling thread begins a task; does nothing outside of one. */
    void started() {
        TaskContext task = TaskContext.get();
        if (task == null) {
            return;
        }
        synchronized (this) {
            running.put(task.taskAttemptId(), task);
        }
        TaskContext unused = task.addTaskCompletionListener(new TaskCompletionListener() {
            @Override
            public void onTaskCompletion(TaskContext ended) {
                ended(ended.taskAttemptId());
            }
        });
    }

    private synchronized void ended(long attempt) {
        TaskContext task = running.remove(attempt);
        if (task != null) {
            read += read(task);
            written += written(task);
        }
    }

    private static long read(TaskContext task) {
        return task.taskMetrics().shuffleReadMetrics().localBytesRead();
    }

    private static long written(TaskContext task) {
        TaskMetrics metrics = task.taskMetrics();
        return metrics.shuffleWriteMetrics().bytesWritten() + metrics.diskBytesSpilled();
    }

    /** The load of the running tasks, with what their process uses; none while none runs. */
    synchronized ExecutorLoad load(long processorPercent, long heapBytes) {
        long stages = running.values().stream()
                .mapToInt(TaskContext::stageId)
                .distinct()
                .count();
        return running.isEmpty()
                ? ExecutorLoad.IDLE
                : ExecutorLoad.of(running.size(), stages, processorPercent, heapBytes);
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
