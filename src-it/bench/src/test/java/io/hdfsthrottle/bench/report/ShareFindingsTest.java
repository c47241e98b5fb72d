package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShareFindingsTest {

    private static final double MIB = 1 << 20;

    private static Window window(double... mebibytes) {
        List<Double> rates =
                Arrays.stream(mebibytes).mapToObj(each -> each * MIB).toList();
        return new Window(rates, Statistics.total(rates), 10);
    }

    @Test
    void bars_areHeldAgainstTheWorstWindow() {
        ShareCase sharing = ShareCase.backlogged("1:1", List.of(1, 1), List.of(1, 1));
        ShareFindings found = new ShareFindings(
                "1:1",
                sharing,
                List.of(window(10, 90), window(50, 50)),
                List.of(window(50, 50), window(49, 49.98)),
                "device",
                0);

        assertThat(found.bars())
                .extracting(Bar::name, Bar::holds)
                .containsExactly(
                        tuple("1:1: worst error of those within 0.5, percent", false),
                        tuple("1:1: total, percent of uncontrolled", false));
    }

    @Test
    void tenantOfFewPieces_hasABarOfItsOwn() {
        ShareCase sharing = ShareCase.backlogged("1:99", List.of(1, 99), List.of(1, 1));
        ShareFindings found =
                new ShareFindings("1:99", sharing, List.of(window(1, 99)), List.of(window(1.008, 98.992)), "device", 0);

        assertThat(found.bars()).extracting(Bar::limit).containsExactly(0.5, 1.0, 99.0);
        assertThat(found.bars()).allMatch(Bar::holds);
    }
}
