package io.hdfsthrottle.fakes;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Control files in memory that behave as the kernel's: a new group has its files, a thread is in one group, a group
 * with threads stays. {@code FakeKernel.withBlkio().refusing(path, Outcome.DENIED)}. Thread-safe.
 */
public final class FakeKernel implements ControlFiles {

    /** Where control groups are mounted. */
    public static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    /** The group that the process is in. */
    public static final Path HOME = CGROUPS.resolve("blkio/datanode");

    private static final List<String> BLKIO =
            List.of("tasks", "blkio.throttle.read_bps_device", "blkio.bfq.weight", "cgroup.procs");

    private final Map<Path, String> files = new TreeMap<>();
    private final Map<Long, Path> threads = new TreeMap<>();
    private final Map<Predicate<Path>, Outcome> refusals = new LinkedHashMap<>();
    private final List<String> written = new ArrayList<>();
    private final Map<Path, Runnable> afterwards = new ConcurrentHashMap<>();

    private FakeKernel() {}

    /** A kernel without control groups. */
    public static FakeKernel bare() {
        return new FakeKernel();
    }

    /** A kernel with cgroup v1's blkio, the process in {@link #HOME}. */
    public static FakeKernel withBlkio() {
        FakeKernel kernel = bare().file("/proc/self/cgroup", "7:blkio:/datanode\n0::/");
        kernel.makeFolder(CGROUPS.resolve("blkio"));
        kernel.group(CGROUPS.resolve("blkio"));
        kernel.group(HOME);
        return kernel;
    }

    /** A kernel with cgroup v2 alone. */
    public static FakeKernel unified() {
        return bare().file("/proc/self/cgroup", "0::/datanode")
                .file(CGROUPS.resolve("cgroup.controllers").toString(), "cpuset cpu io memory pids");
    }

    /** The same with one more file. */
    public synchronized FakeKernel file(String path, String text) {
        files.put(Path.of(path), text);
        return this;
    }

    /** The same, but every write, folder and removal at this path is refused with the outcome. */
    public FakeKernel refusing(Path path, Outcome outcome) {
        return refusing(path::equals, outcome);
    }

    /** The same, but every write, folder and removal at such paths is refused with the outcome. */
    public synchronized FakeKernel refusing(Predicate<Path> paths, Outcome outcome) {
        refusals.put(paths, outcome);
        return this;
    }

    /** Everything is allowed again. */
    public synchronized void refuseNothing() {
        refusals.clear();
    }

    /** Takes a folder away with all that is in it, as an administrator does. */
    public synchronized void vanish(Path folder) {
        files.keySet().removeIf(path -> path.startsWith(folder));
        threads.replaceAll((thread, group) -> group.startsWith(folder) ? folder.getParent() : group);
    }

    /** Puts a thread into a group, as inheritance does. */
    public synchronized void put(long thread, Path group) {
        threads.put(thread, group);
        files.put(Path.of("/proc/self/task/" + thread), "");
    }

    /** The group that a thread is in; {@link #HOME} if it was never moved. */
    public synchronized Path groupOf(long thread) {
        return threads.getOrDefault(thread, HOME);
    }

    /** The calling thread's id here. */
    public static long thisThread() {
        return Thread.currentThread().getId();
    }

    /** Every write that was done, {@code path=value}, in order. */
    public synchronized List<String> written() {
        return List.copyOf(written);
    }

    private void group(Path folder) {
        files.put(folder, "");
        BLKIO.forEach(name -> files.put(folder.resolve(name), ""));
    }

    @Override
    public synchronized Optional<String> read(Path file) {
        if (file.endsWith("tasks") && files.containsKey(file)) {
            return Optional.of(threadsIn(file.getParent()));
        }
        return Optional.ofNullable(files.get(file));
    }

    private String threadsIn(Path group) {
        return threads.entrySet().stream()
                .filter(entry -> entry.getValue().equals(group))
                .map(entry -> entry.getKey().toString())
                .collect(Collectors.joining("\n"));
    }

    /** Does this once, after the next write to that file, on the thread that wrote. */
    public void afterWriteTo(Path file, Runnable work) {
        afterwards.put(file, work);
    }

    @Override
    public Outcome write(Path file, String value) {
        Outcome outcome = writeNow(file, value);
        Runnable work = afterwards.remove(file);
        if (work != null) {
            work.run();
        }
        return outcome;
    }

    private synchronized Outcome writeNow(Path file, String value) {
        Outcome refusal = refusal(file);
        if (!refusal.isDone()) {
            return refusal;
        }
        if (!files.containsKey(file)) {
            return Outcome.ABSENT;
        }
        written.add(file + "=" + value);
        if (file.endsWith("tasks")) {
            put(value.equals("0") ? thisThread() : Long.parseLong(value), file.getParent());
        } else {
            files.put(file, value);
        }
        return Outcome.DONE;
    }

    @Override
    public synchronized boolean exists(Path path) {
        return files.containsKey(path);
    }

    @Override
    public synchronized Outcome makeFolder(Path folder) {
        Outcome refusal = refusal(folder);
        if (refusal.isDone() && !files.containsKey(folder)) {
            group(folder);
        }
        return refusal;
    }

    @Override
    public synchronized Outcome removeFolder(Path folder) {
        if (threads.containsValue(folder) || !foldersIn(folder).isEmpty()) {
            return Outcome.BUSY;
        }
        Outcome refusal = refusal(folder);
        if (refusal.isDone()) {
            files.keySet().removeIf(path -> path.startsWith(folder));
        }
        return refusal;
    }

    private Outcome refusal(Path path) {
        return refusals.entrySet().stream()
                .filter(entry -> entry.getKey().test(path))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Outcome.DONE);
    }

    @Override
    public synchronized List<Path> foldersIn(Path folder) {
        return files.keySet().stream()
                .filter(path -> folder.equals(path.getParent()) && files.containsKey(path.resolve("tasks")))
                .collect(Collectors.toList());
    }
}
