package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.simulation.cluster.ClusterReport;
import io.hdfsthrottle.simulation.cluster.DayReport;
import io.hdfsthrottle.simulation.cluster.ForecastReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every figure keeps its bar, for the seeds that the reports name; tables for people are left in target. */
final class SimulationTest {

    @Test
    void everyScenario_keepsItsBarsOnEveryDisk() throws IOException {
        check("report", Report.of(Device.all(), Scenario.all(), Report.SEEDS));
    }

    @Test
    void clusters_comeToRestAtTheirShares() throws IOException {
        check("cluster", ClusterReport.figures());
    }

    @Test
    void historyCreditsAndAppointments_giveWhatTheyPromise() throws IOException {
        check("day", DayReport.figures());
    }

    @Test
    void forecasts_leaveDisksLessIdle() throws IOException {
        check("forecast", ForecastReport.figures());
    }

    private static void check(String name, List<Figure> figures) throws IOException {
        Files.writeString(Path.of("target", name + ".md"), Figure.table(figures));
        assertThat(figures).isNotEmpty().filteredOn(Figure::isMissed).isEmpty();
    }
}
