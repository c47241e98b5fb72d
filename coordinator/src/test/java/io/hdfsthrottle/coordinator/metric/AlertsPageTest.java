package io.hdfsthrottle.coordinator.metric;

import static io.hdfsthrottle.gaps.ReferencePage.code;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hdfsthrottle.gaps.ReferencePage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of alerts is what their file says. */
final class AlertsPageTest {

    @Test
    void page_isWhatTheFileSays() throws IOException {
        JsonNode file = new ObjectMapper(new YAMLFactory())
                .readTree(Path.of("..", "conf", "prometheus", "alerts.yml").toFile());
        ReferencePage page = new ReferencePage(
                "alerts",
                "Alerts",
                "Made from `conf/prometheus/alerts.yml`, which Prometheus reads as it is (docs/monitor.md).");
        page.table("alert", "severity", "meaning", "what to do", "fires on", "for");
        file.at("/groups/0/rules")
                .forEach(rule -> page.row(
                        code(rule.path("alert").asText()),
                        rule.at("/labels/severity").asText(),
                        rule.at("/annotations/summary").asText().replaceAll("\\{\\{ \\$labels\\.(\\w+) }}", "*$1*"),
                        rule.at("/annotations/description").asText(),
                        code(rule.path("expr").asText().strip()),
                        rule.path("for").asText()));
        page.check();
    }
}
