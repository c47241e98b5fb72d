package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.minerva.Forecast.Look;
import io.hdfsthrottle.bench.scenario.minerva.MinervaForecast.Findings;
import io.hdfsthrottle.bench.scenario.minerva.MinervaForecast.Run;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class MinervaForecastTest {

    private static final int MEBIBYTES = 100;
    private static final double MBPS = (MEBIBYTES << 20) / 1e6;

    private static List<Run> runs(double... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(each -> new Run(0, each, MBPS / 2, MBPS, 100))
                .toList();
    }

    private static Forecast forecast(double error) {
        Map<String, ?> judged = Map.of("judged", 100, "errorBytesPerSecond", error, "naiveBytesPerSecond", 10);
        return new Forecast(Map.of(
                "sessionSeconds",
                0,
                "bytesPerSecond",
                0,
                "factor",
                1,
                "ofNext",
                judged,
                "ofStretch",
                judged,
                "ofAhead",
                judged));
    }

    private static List<Bar> bars(
            List<Run> plain, List<Run> equal, List<Run> forecast, Map<String, Forecast> told, Double... recognised) {
        List<Look> looks = List.of(new Look(1, told));
        return new Findings(MEBIBYTES, plain, equal, forecast, looks, List.of(recognised))
                .outcome()
                .bars();
    }

    private static Map<String, Double> values(List<Bar> bars) {
        return bars.stream().collect(Collectors.toMap(Bar::name, Bar::value));
    }

    @Test
    void bars_compareMedians_andTheWorstNewcomer_andTheWorseTenant() {
        Map<String, Double> bars = values(bars(
                runs(40, 40, 40),
                runs(20, 10, 30),
                runs(15, 14, 99),
                Map.of("t0", forecast(5), "t1", forecast(20)),
                2.0,
                Double.POSITIVE_INFINITY));

        double least = MapJob.leastSeconds(MEBIBYTES << 20, 20, 4, 0.5);
        assertThat(bars.get("job: shorter than with equal shares, percent of what the factors allow, median"))
                .isCloseTo((20 - 15) / (20 - least) * 100, within(1e-9));
        assertThat(bars.get("neighbour: recognised, seconds after it began, worst"))
                .isInfinite();
        assertThat(bars.get("forecast of the next second: error, times naive, median, worse tenant"))
                .isCloseTo(2, within(1e-9));
    }

    @Test
    void tenantOfWhichNothingIsForecast_keepsNoBar() {
        Map<String, Double> bars = values(bars(runs(40), runs(20), runs(15), Map.of("t0", forecast(5)), 2.0));

        assertThat(bars.get("forecast of each of 15 s: error, times naive, median, worse tenant"))
                .isNaN();
    }

    @Test
    void runThatIsServedFromMemory_isNotValid() {
        List<Run> warm = List.of(new Run(0, 20, MBPS, MBPS, 96));

        assertThat(bars(runs(40), warm, runs(15), Map.of(), 2.0))
                .filteredOn(bar -> bar.name().startsWith("valid run: moved by the disk, least"))
                .isNotEmpty()
                .noneMatch(Bar::holds);
    }
}
