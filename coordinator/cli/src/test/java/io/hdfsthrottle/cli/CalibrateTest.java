package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.cli.disk.Calibration;
import io.hdfsthrottle.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void answer_saysWhatWasMeasuredAndHowSureThatIs() throws Exception {
        Result result = run("calibrate", "--json", "--no-fio", "--seconds", "1", "--size", "16m", folder.toString());

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        JsonObject path = JsonObject.parse(result.out()).objects("paths", 9).get(0);
        assertThat(path.text("path")).isEqualTo(folder.toString());
        assertThat(path.text("measuredWith")).startsWith("Java ");
        assertThat(path.objects("measured", 9)).hasSize(4);
        for (JsonObject measured : path.objects("measured", 9)) {
            assertThat(measured.count("bytesPerSecond")).isPositive();
        }
        assertThat(path.text("sure")).isIn("sure", "fairly sure", "not sure");
        assertThat(folder).isEmptyDirectory();
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
