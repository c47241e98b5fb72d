package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hdfsthrottle.fakes.FakeProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TaskIoTest {

    private static final String TEXT = "rchar: 700\nwchar: 11\nsyscr: 10\nsyscw: 3\nread_bytes: %s\n"
            + "write_bytes: 4096\ncancelled_write_bytes: 77\n";

    @TempDir
    Path proc;

    private TaskIo taskIo;

    @BeforeEach
    void begin() throws IOException {
        begin(20_000);
    }

    private void begin(int openFiles) throws IOException {
        taskIo = new TaskIo(proc, FakeProcess.mayOpen(proc, openFiles));
    }

    @AfterEach
    void end() {
        taskIo.close();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "277000192, 277000192", "9223372036854775807, 9223372036854775807"})
    void figure_isWhatTheDeviceReadForTheThread(String written, long expected) throws IOException {
        kernelSays(7, String.format(TEXT, written));
        assertThat(taskIo.ofThisThread(7).bytes()).isEqualTo(expected);
    }

    @Test
    void figureThatGrows_isReadAnewFromTheSameFile() throws IOException {
        kernelSays(7, String.format(TEXT, 4096));
        TaskIo.Reads reads = taskIo.ofThisThread(7);
        assertThat(reads.bytes()).isEqualTo(4096);
        kernelSays(7, String.format(TEXT, 8192));
        assertThat(reads.bytes()).isEqualTo(8192);
        assertThat(taskIo.ofThisThread(7)).isSameAs(reads);
    }

    @Test
    void threadForWhichNoFileMayStayOpen_isToldAllTheSame() throws IOException {
        begin(31);
        kernelSays(7, String.format(TEXT, 4096));
        TaskIo.Reads reads = taskIo.ofThisThread(7);
        assertThat(reads.bytes()).isEqualTo(4096);
        Files.delete(proc.resolve("self/task/7/io"));
        assertThat(reads.bytes()).isEqualTo(TaskIo.UNKNOWN);
        kernelSays(7, String.format(TEXT, 8192));
        assertThat(reads.bytes()).isEqualTo(8192);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "rchar: 7\n", "rchar: 7\nread_bytes: ", "rchar: 7\nread_bytes: x\n", "read_bytes: 7\n"
            })
    void textOfAnotherShape_isUnknown(String text) throws IOException {
        kernelSays(7, text);
        assertThat(taskIo.ofThisThread(7).bytes()).isEqualTo(TaskIo.UNKNOWN);
    }

    @Test
    void threadThatTheKernelDoesNotShow_isUnknown() {
        assertThat(taskIo.ofThisThread(8).bytes()).isEqualTo(TaskIo.UNKNOWN);
        assertThat(taskIo.ofThisThread(Threads.UNKNOWN).bytes()).isEqualTo(TaskIo.UNKNOWN);
    }

    @Test
    void closing_leavesWhoStillAsksWithoutAFigure() throws IOException {
        kernelSays(7, String.format(TEXT, 1));
        TaskIo.Reads reads = taskIo.ofThisThread(7);
        taskIo.close();
        assertThat(reads.bytes()).isEqualTo(TaskIo.UNKNOWN);
    }

    @Test
    void look_allocatesNothingAndInterruptsDoNotMatter() throws IOException {
        kernelSays(7, String.format(TEXT, 1));
        TaskIo.Reads reads = taskIo.ofThisThread(7);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        List<Long> rounds = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(self);
            for (int i = 0; i < 10_000; i++) {
                reads.bytes();
            }
            rounds.add(threads.getThreadAllocatedBytes(self) - before);
        }
        assertThat(rounds).contains(0L);
        Thread.currentThread().interrupt();
        assertThat(reads.bytes()).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(reads.bytes()).isEqualTo(1);
    }

    private void kernelSays(long thread, String text) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("self/task/" + thread));
        Files.writeString(folder.resolve("io"), text);
    }
}
