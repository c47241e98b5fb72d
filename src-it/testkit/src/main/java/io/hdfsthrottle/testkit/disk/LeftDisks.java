package io.hdfsthrottle.testkit.disk;

import static io.hdfsthrottle.testkit.process.SystemCommands.attempt;
import static io.hdfsthrottle.testkit.process.SystemCommands.output;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Removes loop devices of tests whose JVM was killed; an image's name identifies its owner. */
final class LeftDisks {

    private static final Pattern OURS =
            Pattern.compile("(/dev/loop\\d+) .*/hdfs-throttle-test-(\\d+-\\d+)\\.image(?:(?: |\\\\x20)\\(deleted\\))?");

    /** The folder in which a slower view of an image is mounted. */
    static final String SLOW = "slow";

    /** The folder of the image beside it, which may be in memory. */
    static final String BACKING = "backing";

    private LeftDisks() {}

    static String imageName() {
        return "hdfs-throttle-test-" + name(ProcessHandle.current()) + ".image";
    }

    /** Process ids are reused; together with the start time they are unique. */
    private static String name(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    static void sweep() {
        String listed = output("losetup", "--list", "--noheadings", "--raw", "--output", "NAME,BACK-FILE");
        for (String device : devices(listed.lines(), LeftDisks::isAlive)) {
            System.err.println("a test that was killed left " + device + ": detaching it");
            // Before it is unmounted: a device may be detached by that.
            Path folder = Path.of(output("losetup", "--noheadings", "--output", "BACK-FILE", device))
                    .getParent();
            attempt("umount", "--all-targets", "--lazy", device);
            attempt("losetup", "-d", device);
            if (folder.endsWith(SLOW)) {
                attempt("umount", "--lazy", folder.toString());
                attempt("umount", "--lazy", folder.resolveSibling(BACKING).toString()); // where it is in memory
            }
        }
    }

    private static boolean isAlive(String name) {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(name.split("-", 2)[0]));
        return process.map(LeftDisks::name).filter(name::equals).isPresent();
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
