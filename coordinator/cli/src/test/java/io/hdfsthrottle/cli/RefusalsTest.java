package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every refusal of what was typed says what to write instead. */
final class RefusalsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tenants set gold --priority 0.25 | '0.25' is no whole number, for example 8; N: A whole number, 1 to 100",
                "tenants set gold --priority high | 1 to 100",
                "boost --tenant gold --for soon | 'soon' is no time; a good value is 8h",
                "boost --tenant gold | TIME: How long, e.g. 30s; each second is paid.",
                "epoch raise --above now | 'now' is no whole number",
                "calibrate --size 10Mb /tmp | a good value is 1g",
                "appointment --app a --bytes 10Mb --within 20s | for example 150m or 150MiB (times 2^20), or 150MB",
                "tenants set  --priority 8 | a name that was given is empty",
                "tenants delete  --json | a name that was given is empty",
                "applications set  --limit 1m | a name that was given is empty",
                "explain  --json | a name that was given is empty",
                "nodes show  --json | a name that was given is empty",
                "leases release  --json | a name that was given is empty",
                "appointment --end x | hdfs-throttle appointments",
                "status --coordinator my_host:9880 | http://coordinator.example:9880"
            })
    void whatCannotBe_isRefusedWithWhatCan(String arguments, String remedy) {
        StringWriter err = new StringWriter();
        int code = HdfsThrottle.run(
                HdfsThrottle.commands(),
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                arguments.split(" ", -1));
        assertThat(err.toString()).contains(remedy).doesNotContain("${", "not an int", "not a long");
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(code).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--token-file", "--tls-trust"})
    void emptyNameOfAFile_isNone(String option) throws IOException {
        try (ScriptedCoordinator coordinator = new ScriptedCoordinator().then(200, "", "{}")) {
            assertThat(coordinator.run("nodes", "--json", option, "")).startsWith("0 {}");
        }
    }
}
