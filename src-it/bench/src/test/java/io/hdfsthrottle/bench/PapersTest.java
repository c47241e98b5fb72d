package io.hdfsthrottle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.paper.Run;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PapersTest {

    private static final Path OUT = Path.of("/evidence");

    @ParameterizedTest
    @EnumSource
    void everyRun_isOfAScenarioAndACaseThatThereAre(Run run) {
        Scenario scenario = Bench.SCENARIOS.stream()
                .filter(each -> each.name().equals(run.scenario()))
                .findFirst()
                .orElseThrow();

        assertThat(run.options()).allSatisfy(option -> {
            String[] parts = option.split("=", 2);
            if (parts[0].equals("--case")) {
                assertThat(scenario.cases()).anyMatch(each -> each.contains(parts[1]));
            } else {
                assertThat(parts[0]).isIn("--seconds", "--repeats", "--count");
            }
        });
    }

    @Test
    void optionOfTheCommandLine_replacesThatOfEveryRun() {
        Papers papers = new Papers(OUT, Map.of("--repeats", "3"), new RunResources());

        assertThat(papers.arguments(Run.LOCAL_IO, OUT)).containsExactly("local-io", "--out=/evidence", "--repeats=3");
        assertThat(papers.arguments(Run.TASKS, OUT))
                .containsExactly("task-rates", "--out=/evidence", "--case=limits", "--seconds=5", "--repeats=3");
    }
}
