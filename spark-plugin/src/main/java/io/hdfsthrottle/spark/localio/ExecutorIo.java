package io.hdfsthrottle.spark.localio;

import com.sun.management.OperatingSystemMXBean;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorThreadName;
import io.hdfsthrottle.localio.LocalIoJson;
import io.hdfsthrottle.localio.ProcessIo;
import io.hdfsthrottle.unit.Ticker;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.spark.SparkEnv;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor's side of local I/O reports: tells the driver which process it is, its I/O since it started, on HDFS
 * and on the disks of its local directories, and what its tasks use. On one daemon thread, whose name is the process's
 * own claim to be this executor ({@link ExecutorThreadName}). No failure there affects the executor.
 */
public final class ExecutorIo implements AutoCloseable {

    /** The prefix of an executor's message; the claim follows. */
    static final String MESSAGE = "hdfs-throttle executor ";

    /** The interval between two rounds. */
    static final Duration EVERY = Duration.ofSeconds(5);

    /** Unchanged reports are sent again after this time. */
    static final Duration AGAIN = Duration.ofSeconds(20);

    private static final long PERCENT = 100;
    private static final Path SYS = Path.of("/sys");
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorIo.class);

    private final String executor;
    private final Path proc;
    private final Supplier<List<Path>> folders;
    private final Driver driver;
    private final Ticker ticker;
    private final TaskBytes tasks = new TaskBytes();
    private final ScheduledExecutorService thread;
    private Map<String, Integer> directories = Map.of();
    private Optional<ExecutorClaim> said = Optional.empty();
    private long saidNanos;
    private long busyNanos = busyNanos();
    private long lookedNanos;
    private boolean isNamed;

    /** Sends to the driver of this application. */
    @FunctionalInterface
    public interface Driver {
        /** Sends; does not wait for an answer. */
        void send(Object message) throws Exception;
    }

    ExecutorIo(String executor, Path proc, Supplier<List<Path>> folders, Driver driver, Ticker ticker) {
        this.executor = executor;
        this.proc = proc;
        this.folders = folders;
        this.driver = driver;
        this.ticker = ticker;
        this.lookedNanos = ticker.nanos();
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-local-io");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Starts for an executor of this process; its id is empty while unknown, as in a local driver at first. */
    public static ExecutorIo begun(Supplier<String> application, String executor, Driver driver) {
        ExecutorIo io =
                new ExecutorIo(executor, Path.of("/proc"), ExecutorIo::localDirectories, driver, Ticker.system());
        Future<?> unused = io.thread.scheduleWithFixedDelay(
                () -> io.report(application), 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return io;
    }

    private void report(Supplier<String> application) {
        if (!isNamed) {
            String id = application.get();
            if (id.isEmpty()) {
                return;
            }
            Thread.currentThread().setName(ExecutorThreadName.of(id, executor));
            isNamed = true;
        }
        report();
    }

    private static List<Path> localDirectories() {
        File[] folders = SparkEnv.get().blockManager().diskBlockManager().localDirs();
        return Arrays.stream(folders).map(File::toPath).collect(Collectors.toList());
    }

    /** The calling thread begins a task. */
    public void taskStarted() {
        tasks.started();
    }

    /** Reports changes; never throws. */
    void report() {
        try {
            Optional<ExecutorClaim> now = claim();
            boolean late = ticker.nanos() - saidNanos >= AGAIN.toNanos();
            if (now.isPresent() && (late || !now.equals(said))) {
                driver.send(MESSAGE + JsonObject.write(LocalIoJson.claim(now.get())));
                said = now;
                saidNanos = ticker.nanos();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, no task depends on it.
            LOG.debug("hdfs-throttle: does not say what this executor moves on local disks", trouble);
        }
    }

    /** The report that is due now; empty where this kernel does not provide the figures. */
    Optional<ExecutorClaim> claim() throws IOException {
        var start = ProcessIo.startTicks(text("self/stat"));
        if (start.isEmpty()) {
            return Optional.empty();
        }
        if (directories.isEmpty()) {
            directories = byDevice(folders.get());
        }
        Optional<ProcessIo> counted = io();
        long read = counted.map(ProcessIo::read).orElseGet(tasks::read);
        long written = counted.map(ProcessIo::written).orElseGet(tasks::written);
        int all = directories.values().stream().mapToInt(Integer::intValue).sum();
        List<DeviceBytes> devices = new ArrayList<>();
        directories.forEach((device, here) -> {
            if (devices.size() < ExecutorClaim.MOST_DEVICES) {
                devices.add(DeviceBytes.of(device, here, read / all * here, written / all * here));
            }
        });
        ExecutorClaim claim = ExecutorClaim.of(
                executor,
                text("sys/kernel/random/boot_id").trim(),
                ProcessHandle.current().pid(),
                start.getAsLong(),
                devices);
        Runtime process = Runtime.getRuntime();
        return Optional.of(
                claim.withHdfs(hdfs(FileSystem.Statistics::getBytesRead), hdfs(FileSystem.Statistics::getBytesWritten))
                        .withLoad(tasks.load(processorPercent(), process.totalMemory() - process.freeMemory())));
    }

    /** What this process used since the last look, in percent of one processor. */
    private long processorPercent() {
        long busy = busyNanos();
        long now = ticker.nanos();
        long passed = now - lookedNanos;
        long percent = passed > 0 ? PERCENT * Math.max(busy - busyNanos, 0) / passed : 0;
        busyNanos = busy;
        lookedNanos = now;
        return Math.min(percent, PERCENT * Runtime.getRuntime().availableProcessors());
    }

    /** The time of processors that this process used; less than 0 where that is not known. */
    private static long busyNanos() {
        java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof OperatingSystemMXBean ? ((OperatingSystemMXBean) system).getProcessCpuTime() : -1;
    }

    /** What all HDFS clients of this process moved. */
    @SuppressWarnings("deprecation") // its replacement knows one class of clients for each scheme
    private static long hdfs(ToLongFunction<FileSystem.Statistics> bytes) {
        return FileSystem.getAllStatistics().stream()
                .filter(each -> HdfsConstants.HDFS_URI_SCHEME.equals(each.getScheme()))
                .mapToLong(bytes)
                .sum();
    }

    /** The number of local directories on each disk. */
    private static Map<String, Integer> byDevice(List<Path> folders) {
        Map<String, Integer> devices = new TreeMap<>();
        for (Path folder : folders) {
            BlockDevice.below(folder, SYS)
                    .ifPresent(device -> devices.merge(device.disk().number(), 1, Integer::sum));
        }
        return devices;
    }

    private Optional<ProcessIo> io() {
        try {
            return ProcessIo.parse(text("self/io"));
        } catch (IOException notTold) {
            return Optional.empty();
        }
    }

    private String text(String file) throws IOException {
        return new String(Files.readAllBytes(proc.resolve(file)), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
