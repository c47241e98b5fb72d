package io.hdfsthrottle.localio;

/** What the tasks of an executor use at a moment, as the executor says. Immutable. */
public final class ExecutorLoad {

    /** No task runs. */
    public static final ExecutorLoad IDLE = new ExecutorLoad(0, 0, 0, 0);

    /** More tasks, or whole processors, than any process has. */
    private static final long MOST = 1 << 16;

    /** More bytes of memory than any process has: a pebibyte. */
    private static final long MOST_BYTES = 1L << 50;

    private static final int PERCENT = 100;

    private final long tasks;
    private final long stages;
    private final long processorPercent;
    private final long heapBytes;

    private ExecutorLoad(long tasks, long stages, long processorPercent, long heapBytes) {
        this.tasks = tasks;
        this.stages = stages;
        this.processorPercent = processorPercent;
        this.heapBytes = heapBytes;
    }

    /** A load; no number is negative, or more than any process has. */
    public static ExecutorLoad of(long tasks, long stages, long processorPercent, long heapBytes) {
        if (tasks < 0 || tasks > MOST || stages < 0 || stages > tasks) {
            throw new IllegalArgumentException("an executor runs 0 to " + MOST + " tasks, of no more stages");
        }
        if (processorPercent < 0 || processorPercent > PERCENT * MOST || heapBytes < 0 || heapBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "an executor uses 0 to " + MOST + " processors, and 0 to 1 PiB of memory");
        }
        return new ExecutorLoad(tasks, stages, processorPercent, heapBytes);
    }

    /** How many tasks run. */
    public long tasks() {
        return tasks;
    }

    /** Of how many stages they are. */
    public long stages() {
        return stages;
    }

    /** What its process uses lately, in percent of one processor. */
    public long processorPercent() {
        return processorPercent;
    }

    /** The memory of its heap in use, in bytes. */
    public long heapBytes() {
        return heapBytes;
    }

    @Override
    public String toString() {
        return tasks + " tasks of " + stages + " stages, " + processorPercent + " % of a processor, " + heapBytes
                + " bytes of memory";
    }
}
