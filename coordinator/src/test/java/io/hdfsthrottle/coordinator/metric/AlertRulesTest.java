package io.hdfsthrottle.coordinator.metric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hdfsthrottle.gaps.AskedMetrics;
import io.hdfsthrottle.gaps.Tier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alerts by Prometheus' own judgement: that they are well-formed, and when each fires. */
@Tag("slow")
final class AlertRulesTest {
    private static final Path CONF = Path.of("..", "conf");
    private static final Path ALERTS = CONF.resolve("prometheus/alerts.yml");
    private static final Path CASES = Path.of("src", "test", "resources", "prometheus", "alerts-test.yml");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @TempDir
    private Path folder;

    private static void promtool(String... arguments) throws IOException, InterruptedException {
        Optional<Path> tool = Stream.of(System.getenv("PATH").split(":", -1))
                .map(each -> Path.of(each, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
        Tier.current().needs(tool.isPresent(), "promtool is not installed (package prometheus)");
        List<String> command = new ArrayList<>(List.of(tool.orElseThrow().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
    }

    @Test
    void alerts_areWellFormed() throws Exception {
        promtool("check", "rules", ALERTS.toString());
    }

    @Test
    void scrapeConfiguration_isWellFormed() throws Exception {
        promtool("check", "config", CONF.resolve("prometheus/scrape.yml").toString());
    }

    @Test
    void everyAlert_firesWhenItShould_andNotBefore() throws Exception {
        promtool("test", "rules", CASES.toString());
    }

    @Test
    void everyAlert_isTriedWhereItFiresAndWhereItDoesNot() throws Exception {
        Set<String> alerts = new TreeSet<>(YAML.readTree(ALERTS.toFile()).findValuesAsText("alert"));
        Set<String> fire = new TreeSet<>();
        Set<String> doNot = new TreeSet<>();
        for (JsonNode rule : YAML.readTree(CASES.toFile()).findValues("alert_rule_test").stream()
                .flatMap(cases ->
                        Stream.iterate(0, i -> i < cases.size(), i -> i + 1).map(cases::get))
                .toList()) {
            (rule.path("exp_alerts").isEmpty() ? doNot : fire)
                    .add(rule.path("alertname").asText());
        }
        assertThat(fire).isEqualTo(alerts);
        assertThat(doNot).isEqualTo(alerts);
    }

    /** As recording rules, with values in place of Grafana's variables. */
    @Test
    void expressionsOfTheDashboard_areWellFormed() throws Exception {
        StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
        int number = 0;
        for (String expression : AskedMetrics.expressions(CONF)) {
            String filled = expression
                    .replace("$__rate_interval", "1m")
                    .replaceAll("\\$\\w+", ".*")
                    .replaceAll("\\s+", " ")
                    .replace("'", "''");
            number++;
            rules.append("  - record: dashboard:")
                    .append(number)
                    .append("\n    expr: '")
                    .append(filled)
                    .append("'\n");
        }
        promtool(
                "check",
                "rules",
                Files.writeString(folder.resolve("rules.yml"), rules).toString());
    }
}
