package io.hdfsthrottle.rig;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What a test needs of the machine that not every machine has. Where it is missing, the test is skipped by name; never silently. */
public final class Needs {

    private static final Path BLKIO = Path.of("/sys/fs/cgroup/blkio");

    private Needs() {}

    /** Why a disk of one's own and cgroup v1's blkio cannot be had here; nothing if they can. */
    public static Optional<String> missingForBlkio() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("needs root, for loop devices and control groups");
        }
        if (!Files.exists(BLKIO.resolve("blkio.throttle.read_bps_device"))) {
            return Optional.of("needs cgroup v1's blkio at " + BLKIO);
        }
        return missingTool("losetup", "mkfs.ext4", "mount", "chattr");
    }

    /** The same, and what runs a DataNode as somebody who is nobody on this machine. */
    public static Optional<String> missingForOrdinaryUser() {
        return missingForBlkio().or(() -> missingTool("setpriv", "bash"));
    }

    /** The home of a Java 11, the oldest that hosts run, where the environment names one in {@code JAVA11_HOME}. */
    public static Optional<Path> java11() {
        return Optional.ofNullable(System.getenv("JAVA11_HOME"))
                .map(Path::of)
                .filter(home -> Files.isExecutable(home.resolve("bin/java")));
    }

    private static Optional<String> missingTool(String... tools) {
        return Stream.of(tools)
                .filter(tool -> !hasTool(tool))
                .map(tool -> "needs the tool " + tool)
                .findFirst();
    }

    private static boolean hasTool(String tool) {
        return Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin")
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    /** Whether whatever is missing is an error: in continuous integration, a test that does not run proves nothing. */
    public static boolean mustRun() {
        return Boolean.parseBoolean(System.getenv("CI"));
    }
}
