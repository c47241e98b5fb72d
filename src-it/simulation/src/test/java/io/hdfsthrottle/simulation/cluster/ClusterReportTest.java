package io.hdfsthrottle.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that the checked-in report of clusters is up to date, and the balancer within its bars. */
final class ClusterReportTest {

    private static final Path REPORT = Path.of("cluster.md");

    private static final String ADVICE = "what the simulation shows has changed. If that is meant, run"
            + " mvn -pl src-it/simulation -am test -Dsimulation.accept=true and commit cluster.md; with CI=true nothing is accepted";

    private static ClusterReport report;

    @BeforeAll
    static void simulate() {
        report = ClusterReport.whole();
    }

    /** No switch turns this off. */
    @Test
    void everyFigure_keepsItsBar() {
        assertThat(report.misses()).isEmpty();
    }

    @Test
    void report_showsWhatTheSimulationShowsNow() throws IOException {
        if (Boolean.getBoolean("simulation.accept") && !"true".equals(System.getenv("CI"))) {
            Files.writeString(REPORT, report.text());
        }
        assertThat(report.text()).as(ADVICE).isEqualTo(Files.readString(REPORT));
    }
}
