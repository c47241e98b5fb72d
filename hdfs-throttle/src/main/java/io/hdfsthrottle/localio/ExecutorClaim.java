package io.hdfsthrottle.localio;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A claim of an executor: its process, and the bytes that it moved since it started, on HDFS and on its local disks. Unverified: a
 * node that acts on it verifies the process first. Immutable.
 */
public final class ExecutorClaim {

    /** The most disks that one executor may name. */
    public static final int MOST_DEVICES = 16;

    /** The syntax of an executor's id. */
    public static final String ID_RULE = "1 to 64 of A-Z a-z 0-9 . _ -";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern MACHINE = Pattern.compile("[0-9a-f-]{36}");

    private final String executor;
    private final String machine;
    private final long pid;
    private final long startTicks;
    private final List<DeviceBytes> devices;
    private final long hdfsRead;
    private final long hdfsWritten;
    private final ExecutorLoad load;

    private ExecutorClaim(
            String executor,
            String machine,
            long pid,
            long startTicks,
            List<DeviceBytes> devices,
            long hdfsRead,
            long hdfsWritten,
            ExecutorLoad load) {
        this.executor = Objects.requireNonNull(executor, "executor");
        this.machine = Objects.requireNonNull(machine, "machine");
        this.pid = pid;
        this.startTicks = startTicks;
        this.devices = List.copyOf(devices);
        this.hdfsRead = hdfsRead;
        this.hdfsWritten = hdfsWritten;
        this.load = load;
    }

    /**
     * A claim on a process.
     *
     * @param machine the boot id of the kernel that it runs on ({@code /proc/sys/kernel/random/boot_id})
     * @param startTicks when that started, in clock ticks since boot (proc(5), field 22 of stat)
     * @throws IllegalArgumentException if something is out of its range
     */
    public static ExecutorClaim of(
            String executor, String machine, long pid, long startTicks, List<DeviceBytes> devices) {
        if (!ID.matcher(executor).matches()) {
            throw new IllegalArgumentException("an executor's id is " + ID_RULE);
        }
        if (!MACHINE.matcher(machine).matches()) {
            throw new IllegalArgumentException("a machine is the boot id of its kernel");
        }
        if (pid <= 1 || pid > Integer.MAX_VALUE || startTicks < 0) {
            throw new IllegalArgumentException("a process is above 1, and started at 0 ticks or later");
        }
        if (devices.size() > MOST_DEVICES) {
            throw new IllegalArgumentException("an executor has at most " + MOST_DEVICES + " disks");
        }
        return new ExecutorClaim(executor, machine, pid, startTicks, devices, 0, 0, null);
    }

    /**
     * The same with the bytes that its HDFS clients read and wrote, 0 or more.
     *
     * @throws IllegalArgumentException if one is below 0
     */
    public ExecutorClaim withHdfs(long read, long written) {
        if (read < 0 || written < 0) {
            throw new IllegalArgumentException("bytes are 0 or more");
        }
        return new ExecutorClaim(executor, machine, pid, startTicks, devices, read, written, load);
    }

    /** The same with what its tasks use. */
    public ExecutorClaim withLoad(ExecutorLoad newLoad) {
        return new ExecutorClaim(
                executor, machine, pid, startTicks, devices, hdfsRead, hdfsWritten, Objects.requireNonNull(newLoad));
    }

    /** Its id within the application. */
    public String executor() {
        return executor;
    }

    /** The boot id of the kernel that it runs on. */
    public String machine() {
        return machine;
    }

    /** Its process. */
    public long pid() {
        return pid;
    }

    /** When that started, in clock ticks since boot. */
    public long startTicks() {
        return startTicks;
    }

    /** The bytes that its HDFS clients read, wherever from: also from its own memory of a file or past a DataNode. */
    public long hdfsRead() {
        return hdfsRead;
    }

    /** The bytes that its HDFS clients wrote, each once however many replicas they have. */
    public long hdfsWritten() {
        return hdfsWritten;
    }

    /** What its tasks use; nothing from an executor that does not say it. */
    public Optional<ExecutorLoad> load() {
        return Optional.ofNullable(load);
    }

    /** The bytes that it moved on local disks, by disk. */
    public List<DeviceBytes> devices() {
        return devices;
    }

    /** All its local directories. */
    public int directories() {
        return devices.stream().mapToInt(DeviceBytes::directories).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExecutorClaim && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(executor, pid, startTicks);
    }

    @Override
    public String toString() {
        return "executor " + executor + " process " + pid + " since " + startTicks + " on " + machine + " " + devices
                + " hdfs " + hdfsRead + " " + hdfsWritten + " " + load;
    }
}
