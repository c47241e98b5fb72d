package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.minerva.Findings.Arm;
import io.hdfsthrottle.bench.scenario.minerva.Findings.Run;
import io.hdfsthrottle.bench.scenario.minerva.PublishedForecast.Accuracy;
import io.hdfsthrottle.bench.scenario.minerva.PublishedForecast.Kind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class FindingsTest {

    private static final int MEBIBYTES = 100;
    private static final double RATE = MEBIBYTES << 20;

    private static Arm arm(double... seconds) {
        return new Arm(
                "arm",
                Arrays.stream(seconds)
                        .mapToObj(each -> new Run(each, RATE / 2, RATE, 100))
                        .toList());
    }

    private static PublishedForecast forecast(double error) {
        Map<Kind, Accuracy> accuracies = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            accuracies.put(kind, new Accuracy(100, error, 10));
        }
        return new PublishedForecast(true, "light", 0, 1, accuracies);
    }

    private static Map<String, Double> bars(Findings findings) {
        return findings.bars().stream().collect(Collectors.toMap(Bar::name, Bar::value));
    }

    @Test
    void bars_compareMedians_andTheWorstNewcomer_andTheWorseTenant() {
        Findings findings = new Findings(MEBIBYTES, arm(40, 40, 40), arm(20, 10, 30));
        findings.forecast(
                arm(15, 14, 99),
                List.of(Map.of("t0", forecast(5), "t1", forecast(20))),
                new ForecastSamples(List.of()),
                0);
        findings.recognised(2);
        findings.recognised(Double.POSITIVE_INFINITY);

        Map<String, Double> bars = bars(findings);

        assertThat(bars.get("job: shorter than with equal shares, percent, median"))
                .isCloseTo(25, within(1e-9));
        assertThat(bars.get("neighbour: recognised, seconds after it began, worst"))
                .isInfinite();
        assertThat(bars.get("forecast of the next second: error, times naive, median, worse tenant"))
                .isCloseTo(2, within(1e-9));
    }

    @Test
    void tenantOfWhichNothingIsForecast_keepsNoBar() {
        Findings findings = new Findings(MEBIBYTES, arm(40), arm(20));
        findings.forecast(arm(15), List.of(Map.of("t0", forecast(5))), new ForecastSamples(List.of()), 0);
        findings.recognised(2);

        assertThat(bars(findings).get("forecast of each of 15 s: error, times naive, median, worse tenant"))
                .isNaN();
    }

    @Test
    void runThatIsServedFromMemory_isNotValid() {
        Arm warm = new Arm("arm", List.of(new Run(20, RATE, RATE, 96)));
        Findings findings = new Findings(MEBIBYTES, arm(40), warm);
        findings.forecast(arm(15), List.of(Map.of()), new ForecastSamples(List.of()), 0);

        assertThat(findings.bars())
                .filteredOn(bar -> bar.name().startsWith("valid run: moved by the disk, least"))
                .isNotEmpty()
                .noneMatch(Bar::holds);
    }
}
