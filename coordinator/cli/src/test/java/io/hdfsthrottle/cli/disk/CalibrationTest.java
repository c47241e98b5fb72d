package io.hdfsthrottle.cli.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibrationTest {

    private static final long SIZE = 16L << 20;
    private static final Path SYS = Path.of("/sys");

    @TempDir
    private Path folder;

    @Test
    void folder_isMeasuredInEveryWayAndLeftAsItWas() throws Exception {
        List<String> steps = new ArrayList<>();
        try (Calibration calibration = calibration(new DirectIo(Ticker.system()), 2)) {
            Finding finding = calibration.measure(folder, (done, what) -> steps.add(done + " " + what));

            assertThat(finding.measured()).extracting(Measured::access).containsExactly(Access.values());
            assertThat(finding.measured()).allSatisfy(measured -> {
                assertThat(measured.bytesPerSecond()).hasSize(2).allMatch(rate -> rate > 0);
                assertThat(measured.foreign()).isBetween(0.0, 1.0);
            });
            assertThat(steps).hasSize(calibration.steps()).startsWith("0 writing a file of 16 MiB");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void calibrationThatFails_leavesNothingBehind() {
        Prober broken = new FakeProber((access, file) -> {
            throw new IOException("on purpose");
        });
        assertThatIOException()
                .isThrownBy(() -> calibration(broken, 1).measure(folder, (done, what) -> {}))
                .withMessage("on purpose");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void calibrationThatIsStoppedFromOutside_deletesItsFileAtOnce() throws Exception {
        List<Calibration> stopping = new ArrayList<>();
        Calibration calibration = calibration(
                new FakeProber((access, file) -> {
                    assertThat(file).exists();
                    stopping.get(0).close();
                    assertThat(file).doesNotExist();
                }),
                1);
        stopping.add(calibration);
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> calibration.measure(folder, (done, what) -> {}))
                .withMessageContaining(folder.toString());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void placesThatCannotBeMeasured_areRefusedWithTheirNameAndWhatWouldDo() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path running = Files.createDirectory(folder.resolve("running"));
        Files.createFile(running.resolve(Calibration.FILE));

        assertRefused(folder.resolve("missing"), SIZE, "is not there", "/data/1");
        assertRefused(file, SIZE, "is not a folder", "/data/1");
        assertRefused(running, SIZE, "is there already", "delete it");
        assertRefused(folder, Long.MAX_VALUE / 4, "has room for", "--size ");
        assertRefused(Path.of("/proc"), SIZE, "/proc");
        assertThat(folder).isDirectoryNotContaining(left -> left.endsWith(Calibration.FILE));
    }

    private static void assertRefused(Path place, long size, String... saying) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> Places.check(place, size))
                .withMessageContaining(place.toString())
                .withMessageContainingAll(saying);
    }

    private static Calibration calibration(Prober prober, int repeats) {
        return Calibration.with(new Plan(SIZE, Duration.ofMillis(50), repeats, false), prober, SYS);
    }

    /** What a measurement does instead of measuring. */
    @FunctionalInterface
    private interface Doing {
        void with(Access access, Path file) throws IOException;
    }

    private record FakeProber(Doing doing) implements Prober {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public boolean isDirect(Path file) {
            return true;
        }

        @Override
        public Run run(Access access, Path file, long size, Duration length) throws IOException {
            doing.with(access, file);
            return new Run(1, length);
        }

        @Override
        public void close() {}
    }
}
