package io.hdfsthrottle.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that the checked-in report of a day is up to date, and history and credits within their bars. */
final class DayReportTest {

    private static final Path REPORT = Path.of("day.md");

    private static final String ADVICE = "what the simulation shows has changed. If that is meant, run"
            + " mvn -pl src-it/simulation -am test -Dsimulation.accept=true and commit day.md; with CI=true nothing is accepted";

    private static DayReport report;

    @BeforeAll
    static void simulate() {
        report = DayReport.whole();
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
