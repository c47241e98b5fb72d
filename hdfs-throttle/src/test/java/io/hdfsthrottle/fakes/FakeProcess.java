package io.hdfsthrottle.fakes;

import io.hdfsthrottle.kernel.ProcessLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process as the kernel shows it below a folder of the test's. */
public final class FakeProcess {

    private FakeProcess() {}

    /**
     * One that may have so many files open.
     *
     * @param proc what stands for {@code /proc}
     */
    public static ProcessLimits mayOpen(Path proc, int files) throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(
                proc.resolve("self/limits"), "Max open files            " + files + "   " + files + "   files\n");
        Files.writeString(proc.resolve("self/cgroup"), "");
        return ProcessLimits.read(proc, proc);
    }
}
