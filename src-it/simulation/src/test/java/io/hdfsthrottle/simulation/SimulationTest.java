package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.credit.Level;
import io.hdfsthrottle.simulation.cluster.ClusterRun;
import io.hdfsthrottle.simulation.cluster.DayReport;
import io.hdfsthrottle.simulation.cluster.ForecastReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every figure keeps its bar, for the seeds from 1; tables for people are left in target. */
final class SimulationTest {

    @Test
    void someScenarios_keepTheirBarsOnSomeDisks() throws IOException {
        List<Device> disks = Stream.of(1, 3, 4, 5, 7, 8).map(Device.all()::get).toList();
        List<Scenario> some =
                Stream.of(0, 9, 11, 12, 13).map(Scenario.all()::get).toList();
        check("some-report", Report.of(disks, some, 1));
    }

    @Test
    void someClusters_comeToRestAtTheirShares() throws IOException {
        check("some-cluster", ClusterRun.figures(200));
    }

    @Test
    void hintsAndAppointments_giveWhatTheyPromise() throws IOException {
        check("some-day", DayReport.wishes());
    }

    @Test
    void forecastOfTwoByTurns_leavesDisksLessIdle() throws IOException {
        check("some-forecast", ForecastReport.turns(1));
    }

    @Test
    @Tag("all")
    void everyScenario_keepsItsBarsOnEveryDisk() throws IOException {
        check("report", Report.of(Device.all(), Scenario.all(), Report.SEEDS));
    }

    @Test
    @Tag("all")
    void clusters_comeToRestAtTheirShares() throws IOException {
        check("cluster", ClusterRun.figures(1_000));
    }

    @Test
    @Tag("all")
    void historyCreditsAndAppointments_giveWhatTheyPromise() throws IOException {
        check("day", both(DayReport.history(Report.SEEDS), DayReport.wishes(Level.values())));
    }

    @Test
    @Tag("all")
    void forecasts_leaveDisksLessIdle() throws IOException {
        check("forecast", both(ForecastReport.turns(Report.SEEDS), ForecastReport.others(Report.SEEDS)));
    }

    private static List<Figure> both(List<Figure> some, List<Figure> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static void check(String name, List<Figure> figures) throws IOException {
        Files.writeString(Path.of("target", name + ".md"), Figure.table(figures));
        assertThat(figures).isNotEmpty().filteredOn(Figure::isMissed).isEmpty();
    }
}
