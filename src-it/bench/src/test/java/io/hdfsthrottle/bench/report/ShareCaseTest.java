package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.ShareCase.Work;
import io.hdfsthrottle.unit.Rate;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class ShareCaseTest {

    private static final Offset<Double> A_LITTLE = within(1e-3);

    @Test
    void whoTakesAllItCan_isDueWhatItsWeightEarns() {
        ShareCase sharing = ShareCase.backlogged("1:3", List.of(1, 3), List.of(8, 1));

        assertThat(sharing.due(400)).containsExactly(100.0, 300.0);
    }

    @Test
    void whoWantsLittle_leavesTheRestToTheOthers() {
        ShareCase sharing = ShareCase.of(
                "slow",
                DiskKind.STEADY,
                List.of(
                        new Contender(1, 1, Work.READS, Rate.ofBytesPerSecond(10)),
                        Contender.reading(1, 1),
                        Contender.reading(1, 1)));

        assertThat(sharing.due(210)).containsExactly(10.0, 100.0, 100.0);
        assertThat(sharing.worstErrorPercent(List.of(10.0, 100.0, 100.0))).isZero();
    }

    @Test
    void whoReadsHereAndThere_isDueNoMoreThanItGetsAlone() {
        ShareCase sharing = ShareCase.of(
                        "random",
                        DiskKind.STEADY,
                        List.of(new Contender(1, 1, Work.READS_ANYWHERE, Rate.UNLIMITED), Contender.reading(1, 1)))
                .wanting(0, 30);

        assertThat(sharing.due(100)).containsExactly(30.0, 70.0);
        assertThat(sharing.due(40)).containsExactly(20.0, 20.0);
    }

    @Test
    void worstError_isThatOfTheTenantFurthestFromItsDue() {
        ShareCase sharing = ShareCase.backlogged("1:1", List.of(1, 1), List.of(1, 1));

        assertThat(sharing.worstErrorPercent(List.of(98.0, 102.0))).isEqualTo(2, A_LITTLE);
        assertThat(sharing.worstErrorPercent(List.of(0.0, 200.0))).isEqualTo(100, A_LITTLE);
    }

    @Test
    void whatARandomReaderMisses_isDueToTheOthers() {
        ShareCase sharing = ShareCase.of(
                        "random",
                        DiskKind.STEADY,
                        List.of(
                                new Contender(1, 1, Work.READS_ANYWHERE, Rate.UNLIMITED),
                                Contender.reading(1, 1),
                                Contender.reading(1, 1)))
                .wanting(0, 30);

        assertThat(sharing.gotPercent(0, List.of(27.0, 36.0, 37.0))).isEqualTo(90, A_LITTLE);
        assertThat(sharing.errorPercent(1, List.of(27.0, 36.5, 36.5))).isEqualTo(0, within(2.0));
        assertThat(sharing.errorPercent(1, List.of(27.0, 0.0, 73.0))).isEqualTo(100, A_LITTLE);
    }

    @Test
    void tenantWithFewPieces_mayBeOffByOnePercent() {
        ShareCase sharing = ShareCase.backlogged("1:1", List.of(1, 1), List.of(1, 1));

        assertThat(sharing.mostErrorPercent(200 * (128 << 10))).isEqualTo(0.5);
        assertThat(sharing.mostErrorPercent(199 * (128 << 10))).isEqualTo(1);
        assertThat(sharing.on(DiskKind.SEEKING, List.of(1.0)).mostErrorPercent(1e9))
                .isEqualTo(2);
    }

    private static Window window(double... mebibytes) {
        List<Double> rates =
                Arrays.stream(mebibytes).mapToObj(each -> each * (1 << 20)).toList();
        return new Window(rates, Statistics.total(rates), 10);
    }

    @Test
    void bars_areHeldAgainstTheWorstWindow() {
        ShareCase sharing = ShareCase.backlogged("1:1", List.of(1, 1), List.of(1, 1));
        Outcome outcome = sharing.judge(
                new Outcome(),
                "1:1",
                List.of(window(10, 90), window(50, 50)),
                List.of(window(50, 50), window(49, 49.98)),
                100 << 20,
                false);

        assertThat(outcome.bars().subList(0, 2))
                .extracting(Bar::name, Bar::holds)
                .containsExactly(
                        tuple("1:1: worst error of those within 0.5, percent", false),
                        tuple("1:1: total, percent of uncontrolled", false));
    }

    @Test
    void tenantOfFewPieces_hasABarOfItsOwn() {
        ShareCase sharing = ShareCase.backlogged("1:99", List.of(1, 99), List.of(1, 1));
        Outcome outcome = sharing.judge(
                new Outcome(), "1:99", List.of(window(1, 99)), List.of(window(1.008, 98.992)), 100 << 20, false);

        assertThat(outcome.bars().subList(0, 3)).extracting(Bar::limit).containsExactly(0.5, 1.0, 99.0);
        assertThat(outcome.holds()).isTrue();
    }

    @Test
    void besideBusyProcesses_sharesAndTotalMayBeOffByTwoPercent_andTheDiskNeedNotBeFull() {
        ShareCase sharing = ShareCase.backlogged("1:1", List.of(1, 1), List.of(1, 1));
        List<Window> off = List.of(window(40, 20));

        assertThat(sharing.judge(new Outcome(), "", off, List.of(window(29.9, 29)), 100 << 20, true)
                        .holds())
                .isTrue();
        assertThat(sharing.judge(new Outcome(), "", off, List.of(window(29.3, 29.3)), 100 << 20, true)
                        .holds())
                .isFalse();
        assertThat(sharing.judge(new Outcome(), "", off, List.of(window(30.7, 29.3)), 100 << 20, true)
                        .holds())
                .isFalse();
        assertThat(sharing.judge(new Outcome(), "", off, List.of(window(29.9, 29)), 57 << 20, true)
                        .holds())
                .isFalse();
    }
}
