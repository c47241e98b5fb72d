package io.hdfsthrottle.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuickstartCommandTest {

    @ParameterizedTest
    @CsvSource({
        "--seconds=5, --seconds: 5 is not within 15 to 600",
        "--seconds=many, 'many' is not an int",
        "--capacity=3x, '3x' is no rate",
        "--capacity=9k, --capacity: less than 1m",
        "--datanodes=2, --datanodes: '2' is neither 1 nor 3",
        "--fast, Unknown option: '--fast'",
    })
    void option_outOfPlaceIsRefusedByName(String argument, String message) {
        StringWriter errors = new StringWriter();
        int exitCode =
                new QuickstartCommand().line().setErr(new PrintWriter(errors)).execute(argument);
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors.toString()).contains(message);
    }
}
