package io.hdfsthrottle.fakes;

import io.hdfsthrottle.kernel.ProcessLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process as the kernel shows it in {@code /proc}, below a folder of the test. */
public final class FakeProcess {

    private FakeProcess() {}

    /**
     * A process with this limit of open files.
     *
     * @param proc the folder in place of {@code /proc}
     */
    public static ProcessLimits mayOpen(Path proc, int files) throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(
                proc.resolve("self/limits"), "Max open files            " + files + "   " + files + "   files\n");
        Files.writeString(proc.resolve("self/cgroup"), "");
        return ProcessLimits.read(proc, proc);
    }
}
