package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ChecksTest {

    private static final long GIB = 1L << 30;

    @Test
    void problem_isToldInOneLineWithBothFigures() {
        assertThat(Checks.problem("disk: /data", GIB / 2, 3 * GIB))
                .contains("disk: /data has 0.5 GiB free, 3.0 GiB are needed");
        assertThat(Checks.problem("disk: /data", 3 * GIB, 3 * GIB)).isEmpty();
    }

    @Test
    void available_readsTheKernelsOwnEstimate_andUnknownIsNoProblem() {
        assertThat(Checks.available("MemTotal: 9 kB\nMemFree: 1 kB\nMemAvailable:    2048 kB\n"))
                .isEqualTo(2L << 20);
        assertThat(Checks.available("MemTotal: 9 kB\n")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void problems_ofAMachineThatHasItAllAreNone() {
        assertThat(Checks.problems(Path.of(""), 1, 1)).isEmpty();
    }
}
