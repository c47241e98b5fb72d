package io.hdfsthrottle.localio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ProcessIoTest {

    @Test
    void start_isReadBehindANameThatHoldsBracketsAndBlanks() {
        String stat = "4711 (a) R 1 (b) S 1 4711 4711 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 30 0 987654 1 2 3";
        assertThat(ProcessIo.startTicks(stat)).hasValue(987_654);
        assertThat(ProcessIo.startTicks("4711 (java) S 1")).isEmpty();
        assertThat(ProcessIo.startTicks("")).isEmpty();
    }

    @Test
    void whatWasTakenBackBeforeItReachedADisk_isNotWritten() {
        String text = "rchar: 9\nwchar: 9\nread_bytes: 4096\nwrite_bytes: 10000\ncancelled_write_bytes: 4000\n";
        ProcessIo io = ProcessIo.parse(text).orElseThrow();
        assertThat(io.read()).isEqualTo(4_096);
        assertThat(io.written()).isEqualTo(6_000);
        assertThat(ProcessIo.parse("read_bytes: x\n")).isEmpty();
        assertThat(ProcessIo.parse("")).isEmpty();
    }

    @Test
    void disks_areCountedInSectorsOf512Bytes_andOtherLinesAreLeftOut() {
        DiskCounters counters = DiskCounters.parse(
                "   8       0 sda 10 1 100 5 20 2 300 6 0 7 8\n   8       1 sda1 10\n x y z a b c d e f g h\n");
        assertThat(counters.bytes("8:0")).hasValue(400 * 512);
        assertThat(counters.bytes("8:1")).isEmpty();
    }

    @Test
    void namePlate_isWhatTheKernelShowsOfAThreadOfThatName() throws Exception {
        String plate = ExecutorThreadName.of("app-1", "7");
        assertThat(plate)
                .hasSize(15)
                .isNotEqualTo(ExecutorThreadName.of("app-1", "8"))
                .isNotEqualTo(ExecutorThreadName.of("app-2", "7"));
        CountDownLatch shown = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    Thread.currentThread().setName(plate);
                    shown.countDown();
                    try {
                        seen.await();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                "something else");
        thread.start();
        shown.await();
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            assertThat(threads.map(ProcessIoTest::name)).contains(plate);
        } finally {
            seen.countDown();
            thread.join();
        }
    }

    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).trim();
        } catch (IOException ended) {
            return "";
        }
    }
}
