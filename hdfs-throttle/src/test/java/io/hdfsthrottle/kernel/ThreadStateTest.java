package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ThreadStateTest {

    @TempDir
    private Path proc;

    private Path stat;

    @BeforeEach
    void makeTree() throws IOException {
        stat = Files.createDirectories(proc.resolve("self/task/42")).resolve("stat");
    }

    @ParameterizedTest
    @CsvSource({
        "42 (DataXceiver for) D 1 2 3, true",
        "42 (DataXceiver for) S 1 2 3, false",
        "42 (a) D (b) S 1 2 3, false",
        "42 (a) S) D 1 2 3, true",
        "42 (cut, false",
        "'', false"
    })
    void thread_waitsForADiskInStateDWhateverItsName(String line, boolean waits) throws IOException {
        Files.writeString(stat, line);
        try (ThreadState state = new Threads(proc).state(42)) {
            assertThat(state.waitsForDisk()).isEqualTo(waits);
            assertThat(state.sleeps()).isEqualTo(line.endsWith("S 1 2 3"));
        }
    }

    @Test
    void state_isReadAnewAtEachLook() throws IOException {
        Files.writeString(stat, "42 (a) D 1");
        try (ThreadState state = new Threads(proc).state(42)) {
            assertThat(state.waitsForDisk()).isTrue();
            Files.writeString(stat, "42 (a) S 1");
            assertThat(state.waitsForDisk()).isFalse();
        }
    }

    @Test
    void threadThatIsNotThere_orIsClosed_waitsForNothing() throws IOException {
        try (ThreadState absent = new Threads(proc).state(7)) {
            assertThat(absent.waitsForDisk()).isFalse();
        }
        Files.writeString(stat, "42 (a) D 1");
        ThreadState closed = new Threads(proc).state(42);
        closed.close();
        assertThat(closed.waitsForDisk()).isFalse();
    }

    @Test
    void ownThread_isKnownToTheRealKernelAndRuns() {
        Threads threads = new Threads(Path.of("/proc"));
        long mine = threads.current();
        assertThat(mine).isPositive();
        try (ThreadState state = threads.state(mine)) {
            assertThat(state.waitsForDisk()).isFalse();
        }
    }
}
