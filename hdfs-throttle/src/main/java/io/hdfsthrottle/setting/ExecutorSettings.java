package io.hdfsthrottle.setting;

import io.hdfsthrottle.executor.ExecutorGroups;
import io.hdfsthrottle.executor.ExecutorMode;
import io.hdfsthrottle.executor.LocalIo;
import io.hdfsthrottle.executor.Ownership;
import io.hdfsthrottle.executor.Processes;
import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The settings of executors' local I/O on the node's disks, {@code hdfs.throttle.executors*}. Immutable. */
public final class ExecutorSettings {

    private static final String MODE = "executors";
    private static final String GROUP = "executors.cgroup";
    private static final String USERS = "executors.users";

    static final Set<String> KEYS = Set.of(MODE, GROUP, USERS);

    private static final Path SYS = Path.of("/sys");
    private static final Path PROC = Path.of("/proc");
    private static final String GOOD_GROUP = "/sys/fs/cgroup/blkio/executors";

    private final ExecutorMode mode;
    private final Path group;
    private final Set<String> users;

    /** @throws SettingException naming the first key that is malformed, or that makes no sense without another */
    ExecutorSettings(Map<String, String> written) throws SettingException {
        mode = Setting.read(written, MODE, "count", ExecutorMode::parse);
        group = Setting.read(written, GROUP, "", ExecutorSettings::group);
        users = Setting.read(written, USERS, "", ExecutorSettings::users);
        if (mode == ExecutorMode.HOLD && group == null) {
            String key = AgentSettings.PREFIX + MODE;
            throw new SettingException(
                    key,
                    key + "=hold does nothing without " + AgentSettings.PREFIX + GROUP + ", for example " + GOOD_GROUP);
        }
    }

    private static Path group(String value) {
        Path folder = Setting.path(value);
        if (folder != null && (!folder.isAbsolute() || !folder.equals(folder.normalize()))) {
            throw new IllegalArgumentException(
                    "the folder of a control group that is delegated to the DataNode, for example " + GOOD_GROUP);
        }
        return folder;
    }

    private static Set<String> users(String value) {
        Set<String> users = new TreeSet<>();
        for (String part : value.split(",", -1)) {
            String user = part.trim();
            if (user.matches("[A-Za-z_][A-Za-z0-9_.-]{0,31}")) {
                users.add(user);
            } else if (!user.isEmpty()) {
                throw new IllegalArgumentException("users of the host, separated by commas, for example yarn,spark");
            }
        }
        return users;
    }

    /** How executors' local I/O is handled. */
    public ExecutorMode mode() {
        return mode;
    }

    /** A new account of the node's disks. */
    public LocalIo localIo(LocalIo.Shares shares, Ticker ticker) {
        ControlFiles files = ControlFiles.ofKernel();
        Optional<ExecutorGroups> groups = mode == ExecutorMode.HOLD
                ? Optional.of(new ExecutorGroups(files, group, SYS.resolve("fs/cgroup"), new Processes(files, PROC)))
                : Optional.empty();
        Ownership ownership = new Ownership(ProcessHandle.current().pid(), users);
        return new LocalIo(mode, ownership, groups, files, PROC, ExecutorSettings::device, shares, ticker);
    }

    private static Optional<String> device(Volume volume) {
        return volume.folder().flatMap(folder -> BlockDevice.below(folder, SYS)).map(device -> device.disk()
                .number());
    }
}
