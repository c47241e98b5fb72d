package io.hdfsthrottle.testkit.disk;

import io.hdfsthrottle.testkit.process.SystemCommands;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes loop devices of tests whose JVM was killed. An image's name identifies its owner:
 * {@code hdfs-throttle-test-<process>-<its start in milliseconds>.image}; no other device is touched.
 */
final class LeftDisks {

    private static final Pattern OURS =
            Pattern.compile("(/dev/loop\\d+) .*/hdfs-throttle-test-(\\d+-\\d+)\\.image(?:(?: |\\\\x20)\\(deleted\\))?");

    /** The folder in which bindfs mounts a slower view of an image. */
    static final String SLOW = "slow";

    /** The folder of the image beside it, which may be in memory. */
    static final String BACKING = "backing";

    private LeftDisks() {}

    /** The name of this process's images. */
    static String imageName() {
        return "hdfs-throttle-test-" + name(ProcessHandle.current()) + ".image";
    }

    /** Process ids are reused; together with the start time they are unique. */
    private static String name(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Unmounts and detaches those of ended processes. */
    static void sweep() {
        List<String> left = devices(
                SystemCommands.output("losetup", "--list", "--noheadings", "--raw", "--output", "NAME,BACK-FILE")
                        .lines(),
                LeftDisks::isAlive);
        for (String device : left) {
            System.err.println("a test that was killed left " + device + ": detaching it");
            attempt("umount", "--all-targets", "--lazy", device);
            Optional<Path> slow = slowFolder(device);
            attempt("losetup", "-d", device);
            slow.ifPresent(LeftDisks::unmount);
        }
    }

    /** The folder of the slower view of the device's image; empty if there is none. */
    private static Optional<Path> slowFolder(String device) {
        Path image = Path.of(SystemCommands.output("losetup", "--noheadings", "--output", "BACK-FILE", device));
        return Optional.ofNullable(image.getParent()).filter(parent -> parent.endsWith(SLOW));
    }

    private static void unmount(Path slow) {
        attempt("umount", "--lazy", slow.toString());
        String backing = slow.resolveSibling(BACKING).toString();
        if (SystemCommands.output("findmnt", "--noheadings", "--output", "TARGET")
                .contains(backing)) {
            attempt("umount", "--lazy", backing);
        }
    }

    private static boolean isAlive(String name) {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(name.split("-", 2)[0]));
        return process.map(LeftDisks::name).filter(name::equals).isPresent();
    }

    /** It may be mounted nowhere, or gone by now. */
    private static void attempt(String... command) {
        try {
            SystemCommands.output(command);
        } catch (IllegalStateException refused) {
            System.err.println(refused.getMessage());
        }
    }

    /** From the output of losetup, {@code <device> <image>} a line, the devices of ended processes. */
    static List<String> devices(Stream<String> listed, Predicate<String> alive) {
        return listed.map(OURS::matcher)
                .filter(Matcher::matches)
                .filter(ours -> !alive.test(ours.group(2)))
                .map(ours -> ours.group(1))
                .toList();
    }
}
