package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessUseTest {

    @TempDir
    private Path process;

    private ProcessUse use;

    @BeforeEach
    void watch() {
        use = new ProcessUse(process);
    }

    private void thread(int number, int voluntary, int involuntary) throws IOException {
        String status = "Name:\tx\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n";
        Path folder = Files.createDirectories(process.resolve("task").resolve("" + number));
        Files.writeString(folder.resolve("status"), status.formatted(voluntary, involuntary));
    }

    @Test
    void switches_areThoseOfAllThreads_endedOnesToo() throws IOException {
        thread(1, 10, 1);
        thread(2, 20, 2);
        assertThat(use.voluntarySwitches()).isEqualTo(30);
        assertThat(use.involuntarySwitches()).isEqualTo(3);
        FileUtils.deleteDirectory(process.resolve("task/2").toFile());
        thread(1, 15, 1);
        thread(3, 100, 10);
        assertThat(use.voluntarySwitches()).isEqualTo(135);
        assertThat(use.involuntarySwitches()).isEqualTo(13);
    }

    @Test
    void threadWithTheNumberOfAnEndedOne_countsFromItsStart() throws IOException {
        thread(1, 10, 0);
        assertThat(use.voluntarySwitches()).isEqualTo(10);
        thread(1, 4, 0);
        assertThat(use.voluntarySwitches()).isEqualTo(14);
    }

    @Test
    void threadThatEndsWhileItIsLookedAt_isNoTrouble() throws IOException {
        thread(1, 10, 1);
        Files.createDirectories(process.resolve("task/2"));
        assertThat(use.voluntarySwitches()).isEqualTo(10);
    }

    @Test
    void processorTime_isUserAndSystemApart() throws IOException {
        Files.writeString(process.resolve("stat"), "7 (a) b) S 1 7 7 0 -1 4 5 0 0 0 250 75 0 0 20 0\n");
        assertThat(use.userSeconds()).isEqualTo(2.5);
        assertThat(use.systemSeconds()).isEqualTo(0.75);
    }
}
