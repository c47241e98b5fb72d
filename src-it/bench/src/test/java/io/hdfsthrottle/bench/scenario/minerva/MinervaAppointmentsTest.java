package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.scenario.minerva.MinervaAppointments.DEADLINES;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.scenario.minerva.MinervaAppointments.Run;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MinervaAppointmentsTest {

    private static final double MBPS = 100;
    private static final List<Double> ALL =
            DEADLINES.stream().map(Integer::doubleValue).toList();
    private static final List<Double> NONE = List.of(9.0, 13.0, 17.0, Double.POSITIVE_INFINITY);
    private static final List<Double> ONE = List.of(7.9, 13.0, 17.0, 20.1);

    private static Run run(List<Double> seconds) {
        return new Run(seconds, MinervaAppointments.met(seconds), MBPS / 2, MBPS, 100);
    }

    private static List<String> missed(Run... asked) {
        List<Run> plain = List.of(run(NONE));
        return MinervaAppointments.outcome(MBPS * 1e6, plain, plain, Arrays.asList(asked)).bars().stream()
                .filter(bar -> !bar.holds())
                .map(Bar::name)
                .toList();
    }

    @Test
    void everyReader_isHeldAgainstItsOwnDeadline() {
        assertThat(MinervaAppointments.met(ALL)).isEqualTo(4);
        assertThat(MinervaAppointments.met(ONE)).isEqualTo(1);
        assertThat(MinervaAppointments.met(NONE)).isZero();
    }

    @Test
    void oneMissedDeadline_inOneRepeat_isMissed() {
        assertThat(missed(run(ALL), run(ALL))).isEmpty();
        assertThat(missed(run(ALL), run(ONE))).containsExactly("deadlines met of 4");
    }

    @Test
    void deadlinesMetByAnIdleDisk_areMissed() {
        assertThat(missed(new Run(ALL, 4, 1, MBPS * 0.98, 100)))
                .containsExactly("disk used with appointments, percent of plain HDFS, median");
    }
}
