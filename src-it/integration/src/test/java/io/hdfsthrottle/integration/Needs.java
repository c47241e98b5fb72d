package io.hdfsthrottle.integration;

import io.hdfsthrottle.gaps.Tier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a test needs of the machine that not every machine has. Where it is missing, the test or the class is skipped by
 * name.
 */
final class Needs {

    private static final Path BLKIO = Path.of("/sys/fs/cgroup/blkio");
    private static final Path PIDS = Path.of("/sys/fs/cgroup/pids");

    private Needs() {}

    /** Whether tests run with each variant, as {@code bin/test --all} has them, and not with one. */
    static boolean isEverything() {
        return Boolean.parseBoolean(System.getenv("HDFS_THROTTLE_ALL"));
    }

    /** Goes on only as root, and not in the portable tier. */
    static void root(String purpose) {
        Tier.current().needsPrivilege("root".equals(System.getProperty("user.name")), "needs root, " + purpose);
    }

    /** Goes on only with a disk of one's own and blkio of cgroup v1, and not in the portable tier. */
    static void blkio() {
        root("for loop devices and control groups");
        Tier.current()
                .needsPrivilege(
                        Files.exists(BLKIO.resolve("blkio.throttle.read_bps_device")),
                        "needs cgroup v1's blkio at " + BLKIO);
        tools("losetup", "mkfs.ext4", "mount", "chattr");
    }

    /** Goes on only with what makes a disk of known speed, and not in the portable tier. */
    static void slowDisk() {
        root("for loop devices and to drop the page cache");
        tools("losetup", "mkfs.ext4", "mount", "bindfs", "nice");
        Tier.current().needsPrivilege(Files.exists(Path.of("/dev/fuse")), "needs FUSE at /dev/fuse");
    }

    /** Goes on only where the threads of a process can be limited, and not in the portable tier: where that is done. */
    static Path threadLimits() {
        root("for control groups");
        Tier.current().needsPrivilege(Files.isWritable(PIDS), "needs cgroup v1's pids at " + PIDS);
        return PIDS;
    }

    /** Goes on only with what {@link #blkio} needs and what runs a DataNode as an ordinary user. */
    static void ordinaryUser() {
        blkio();
        tools("setpriv", "bash");
    }

    /** The home of a Java 11, the oldest that hosts run, where the environment names one in {@code JAVA11_HOME}. */
    static Optional<Path> java11() {
        return Optional.ofNullable(System.getenv("JAVA11_HOME"))
                .map(Path::of)
                .filter(home -> Files.isExecutable(home.resolve("bin/java")));
    }

    /** Goes on only with a browser and what drives it, in every tier. */
    static void browser() {
        Tier.current().needs(chromium().isPresent(), "needs a Chromium (Debian: chromium)");
        Tier.current().needs(chromeDriver().isPresent(), "needs a ChromeDriver (Debian: chromium-driver)");
    }

    /** The browser, by the names that it has. */
    static Optional<Path> chromium() {
        return Stream.of("chromium", "google-chrome", "chromium-browser")
                .flatMap(name -> found(name).stream())
                .findFirst();
    }

    /** What drives it. */
    static Optional<Path> chromeDriver() {
        return found("chromedriver");
    }

    /** Goes on only with that tool, in every tier. */
    static void tool(String tool) {
        Tier.current().needs(hasTool(tool), "needs the tool " + tool);
    }

    private static void tools(String... tools) {
        Stream.of(tools).filter(tool -> !hasTool(tool)).findFirst().ifPresent(tool -> Tier.current()
                .needsPrivilege(false, "needs the tool " + tool));
    }

    private static boolean hasTool(String tool) {
        return found(tool).isPresent();
    }

    private static Optional<Path> found(String tool) {
        return Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin")
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
