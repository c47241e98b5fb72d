package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ChecksTest {

    private static final long GIB = 1L << 30;

    @Test
    void disk_tooSmallIsToldInOneLineWithBothFigures() {
        assertThat(Checks.disk(Path.of("/data"), GIB / 2, 3 * GIB))
                .contains("disk: /data has 0.5 GiB free, 3.0 GiB are needed");
    }

    @Test
    void disk_largeEnoughIsNoProblem() {
        assertThat(Checks.disk(Path.of("/data"), 3 * GIB, 3 * GIB)).isEmpty();
    }

    @Test
    void memory_tooSmallIsToldInOneLineWithBothFigures() {
        assertThat(Checks.memory(Optional.of(GIB), 3 * GIB)).contains("memory: 1.0 GiB available, 3.0 GiB are needed");
    }

    @Test
    void memory_unknownIsNoProblem() {
        assertThat(Checks.memory(Optional.empty(), 3 * GIB)).isEmpty();
    }

    @Test
    void available_readsTheKernelsOwnEstimate() {
        assertThat(Checks.available(Stream.of("MemTotal: 9 kB", "MemFree: 1 kB", "MemAvailable:    2048 kB")))
                .contains(2L << 20);
    }

    @Test
    void problems_ofAMachineThatHasItAllAreNone() {
        assertThat(Checks.problems(Path.of(""), 1, 1)).isEmpty();
    }
}
