package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.kernel.ControlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether an executor would use more of its disks. */
final class WaitingExecutorTest {

    private static final long PID = 41;

    @TempDir
    private Path proc;

    private void thread(int id, String name, char state) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(PID + "/task/" + id));
        Files.writeString(folder.resolve("stat"), id + " (" + name + ") " + state + " 1 1 1 0 -1 0 0 0 0 0 0\n");
    }

    @Test
    void processWaits_ifOneOfItsThreadsDoes() throws IOException {
        Processes processes = new Processes(ControlFiles.ofKernel(), proc);
        assertThat(processes.waitsForDisk(PID)).isFalse();
        thread(41, "java", 'S');
        thread(42, "named ) D ", 'R');
        assertThat(processes.waitsForDisk(PID)).isFalse();
        thread(43, "task 1 (of 2)", 'D');
        assertThat(processes.waitsForDisk(PID)).isTrue();
    }

    @Test
    void executorThatMostlyWaits_wantsMore_untilItDoesNot() {
        TrackedExecutor executor = new TrackedExecutor();
        executor.waits(true, 1);
        assertThat(executor.wantsMore()).isFalse();
        for (int second = 0; second < 3; second++) {
            executor.waits(true, 1);
        }
        assertThat(executor.wantsMore()).isTrue();
        for (int second = 0; second < 3; second++) {
            executor.waits(false, 1);
        }
        assertThat(executor.wantsMore()).isFalse();
    }
}
