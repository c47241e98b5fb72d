package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.cli.disk.Access;
import io.hdfsthrottle.cli.disk.Calibration;
import io.hdfsthrottle.cli.disk.Finding;
import io.hdfsthrottle.cli.disk.Measured;
import io.hdfsthrottle.cli.disk.Verdict;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.unit.Rate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code calibrate}, as an operator asks it. */
@Timeout(120)
final class CalibrateTest {

    @TempDir
    private Path folder;

    private record Result(int code, String out, String err) {}

    private static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code =
                HdfsThrottle.run(HdfsThrottle.commands(), new PrintWriter(out), new PrintWriter(err, true), arguments);
        return new Result(code, out.toString(), err.toString());
    }

    @ParameterizedTest
    @CsvSource({"YES, sure", "FAIRLY, fairly sure", "NO, not sure"})
    void answer_saysWhatWasMeasuredAndHowSureThatIs(Verdict.Sure sure, String words) throws Exception {
        Measured reads = new Measured(Access.SEQUENTIAL_READ, List.of(3e6, 1e6, 2e6), 1, 0.25);
        Verdict verdict = new Verdict(sure, List.of("a reason"), Optional.of(Rate.parse("1m")));
        List<Finding> found =
                List.of(new Finding(folder, "ext4", Optional.empty(), "Java 17", List.of(reads), verdict));

        JsonObject path = JsonObject.parse(CalibrationAnswer.json(found))
                .objects("paths", 9)
                .get(0);
        assertThat(path.text("path")).isEqualTo(folder.toString());
        assertThat(path.text("measuredWith")).isEqualTo("Java 17");
        assertThat(path.text("sure")).isEqualTo(words);
        assertThat(path.objects("measured", 9)).singleElement().satisfies(measured -> {
            assertThat(measured.text("access")).isEqualTo("sequential read");
            assertThat(measured.count("bytesPerSecond")).isEqualTo(2_000_000);
        });

        StringWriter out = new StringWriter();
        CalibrationAnswer.print(found, new PrintWriter(out, true));
        assertThat(out.toString())
                .contains(folder + ": no block device, ext4, measured with Java 17", "sequential read")
                .contains("How sure: " + words + "\n  a reason\n");
    }

    @ParameterizedTest
    @CsvSource({
        "--seconds, 0, --seconds 0",
        "--seconds, 601, --seconds 601",
        "--size, 1k, '1k'",
        "--size, 15m, 15m",
        "--size, 2000g, 2000g"
    })
    void valuesThatCannotBe_areRefusedWithAGoodOne(String option, String value, String saying) {
        Result result = run("calibrate", option, value, folder.toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(saying.replace("'", "")).contains("a good value is");
    }

    @Test
    void folderThatIsNone_isRefusedByItsName() {
        Result result = run("calibrate", folder.resolve("missing").toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains(folder.resolve("missing") + " is not there");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void calibrationThatIsToldToStop_leavesNothingBehind() throws Exception {
        Path file = folder.resolve(Calibration.FILE);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.hdfsthrottle.cli.HdfsThrottle",
                        "calibrate",
                        "--seconds",
                        "60",
                        "--size",
                        "16m",
                        folder.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(file));
        } finally {
            process.destroy();
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(file).doesNotExist();
    }
}
