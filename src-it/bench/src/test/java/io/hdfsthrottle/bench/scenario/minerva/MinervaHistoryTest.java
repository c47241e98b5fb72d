package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.minerva.MinervaHistory.Run;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MinervaHistoryTest {

    private static final double MBPS = 100;
    private static final List<Run> PLAIN = List.of(new Run(20, 80, 1, 1, MBPS, 100));
    private static final List<Run> EQUAL = List.of(new Run(8, 60, 1, 1, MBPS, 100));

    private static List<String> missed(Run... history) {
        return MinervaHistory.outcome(MBPS * 1e6, PLAIN, EQUAL, Arrays.asList(history)).bars().stream()
                .filter(bar -> !bar.holds())
                .map(Bar::name)
                .toList();
    }

    @Test
    void jobThatGoesFirst_whileTheOtherLosesNothing_holds() {
        assertThat(missed(new Run(5.2, 60, 2, 0.5, MBPS, 100))).isEmpty();
    }

    @Test
    void weightThatIsNotGiven_isMissed() {
        assertThat(missed(new Run(6, 60, 2, 0.5, MBPS, 100)))
                .containsExactly("job: shorter than with equal shares, percent of what its weight allows, median");
    }

    @Test
    void weightThatIsTooSmall_isMissed_inTheWorstRepeat() {
        assertThat(missed(new Run(6, 60, 1.6, 1, MBPS, 100), new Run(5, 60, 2, 0.5, MBPS, 100)))
                .containsExactly("job: weight, times the heavy tenant's");
    }

    @Test
    void heavyTenantThatPays_isMissed() {
        assertThat(missed(new Run(5, 59, 2, 0.5, MBPS, 100)))
                .containsExactly("heavy tenant: reads less than with equal shares, percent, median");
    }
}
