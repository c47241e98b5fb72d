package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that the checked-in report is up to date, and the law within its bars. */
final class ReportTest {

    private static final Path REPORT = Path.of("report.md");

    private static final String ADVICE = "what the simulation shows has changed. If that is meant, run"
            + " mvn -pl src-it/simulation -am test -Dsimulation.accept=true and commit report.md; with CI=true nothing is accepted";

    private static Report report;

    @BeforeAll
    static void simulate() {
        report = Report.whole();
    }

    /** No switch turns this off. Bars of the restless disk are a goal: the report shows which are missed. */
    @Test
    void everyFigure_keepsItsBar() {
        assertThat(report.brokenBars()).isEmpty();
    }

    @Test
    void report_showsWhatTheSimulationShowsNow() throws IOException {
        if (Boolean.getBoolean("simulation.accept") && !"true".equals(System.getenv("CI"))) {
            Files.writeString(REPORT, report.text());
        }
        assertThat(report.text()).as(ADVICE).isEqualTo(Files.readString(REPORT));
    }
}
