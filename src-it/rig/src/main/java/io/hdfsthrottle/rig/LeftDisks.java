package io.hdfsthrottle.rig;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Loop devices of tests whose JVM was killed. An image's name says whose it is: {@code
 * hdfs-throttle-test-<process>-<its start in milliseconds>.image}; no other device is touched.
 */
final class LeftDisks {

    private static final Pattern OURS =
            Pattern.compile("(/dev/loop\\d+) .*/hdfs-throttle-test-(\\d+-\\d+)\\.image(?:(?: |\\\\x20)\\(deleted\\))?");

    /** The folder in which bindfs shows an image slower. */
    static final String SLOW = "slow";

    private LeftDisks() {}

    /** What this process's images are called. */
    static String imageName() {
        return "hdfs-throttle-test-" + name(ProcessHandle.current()) + ".image";
    }

    /** A number may be another process's later; together with the start it is not. */
    private static String name(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Unmounts and detaches those whose process is no more. */
    static void sweep() {
        List<String> left = devices(
                SystemCommands.output("losetup", "--list", "--noheadings", "--raw", "--output", "NAME,BACK-FILE")
                        .lines(),
                LeftDisks::isAlive);
        for (String device : left) {
            System.err.println("a test that was killed left " + device + ": detaching it");
            attempt("umount", "--all-targets", "--lazy", device);
            Optional<String> slow = slowFolder(device);
            attempt("losetup", "-d", device);
            slow.ifPresent(folder -> attempt("umount", "--lazy", folder));
        }
    }

    /** Where the device's image was shown slower; empty if it was not. */
    private static Optional<String> slowFolder(String device) {
        Path image = Path.of(SystemCommands.output("losetup", "--noheadings", "--output", "BACK-FILE", device));
        return Optional.ofNullable(image.getParent())
                .filter(parent -> parent.endsWith(SLOW))
                .map(Path::toString);
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

    /** Of what losetup lists, {@code <device> <image>} a line, those of processes that are no more. */
    static List<String> devices(Stream<String> listed, Predicate<String> alive) {
        return listed.map(OURS::matcher)
                .filter(Matcher::matches)
                .filter(ours -> !alive.test(ours.group(2)))
                .map(ours -> ours.group(1))
                .toList();
    }
}
