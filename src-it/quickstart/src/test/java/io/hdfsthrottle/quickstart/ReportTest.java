package io.hdfsthrottle.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.quickstart.Run.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReportTest {

    @Test
    void expected_isTheShareOfThePriorities() {
        Scenario scenario = Samples.good().scenario();
        assertThat(scenario.contenders())
                .extracting(contender -> scenario.expected(contender) / 1e6)
                .containsExactly(20.0, 40.0, 40.0);
    }

    @Test
    void holds_whenEveryTenantIsWithinTolerance() {
        assertThat(Samples.good().holds()).isTrue();
    }

    @Test
    void holds_notWhenOneTenantIsTooFarOff() {
        assertThat(Samples.report(Samples.run(Kind.CONTROLLED, 0, 21.1, 40, 39)).holds())
                .isFalse();
    }

    @Test
    void holds_notWhenAFileCameBackDifferent() {
        assertThat(Samples.report(Samples.run(Kind.CONTROLLED, 1, 20, 40, 40)).holds())
                .isFalse();
    }

    @Test
    void holds_notWithoutAControlledRun() {
        Report good = Samples.good();
        assertThat(new Report(good.scenario(), "", good.runs().subList(0, 1)).holds())
                .isFalse();
    }

    @Test
    void finding_ofTheStockRunNamesWhoTookTheDisk() {
        assertThat(Samples.good().runs().get(0).finding())
                .isEqualTo("threads win: bronze, priority 4, takes 73 % of the disk with 8 of them");
    }

    @Test
    void json_hasTheRunsWithTheirTenants() throws IOException {
        Map<String, Object> document = JSON.std.mapFrom(ReportJson.of(Samples.good()));
        List<Map<String, Object>> runs = listOfMaps(document.get("runs"));
        assertThat(runs).extracting(run -> run.get("name")).containsExactly("stock", "controlled");
        assertThat(runs.get(1)).containsKeys("tenants", "totalMBps", "maxErrorPct");
        assertThat((Double) runs.get(1).get("maxErrorPct")).isCloseTo(2.0, within(0.01));
        assertThat(listOfMaps(runs.get(1).get("tenants")).get(0))
                .containsEntry("tenant", "bronze")
                .containsEntry("priority", 4)
                .containsEntry("threads", 8)
                .containsEntry("expectedMBps", 20.0)
                .containsEntry("measuredMBps", 20.4)
                .containsEntry("errorPct", 2.0);
    }

    @Test
    void table_hasARowForEachTenantAndAPairOfColumnsForEachRun() {
        assertThat(ReportTable.text(Samples.good()).lines().map(line -> line.replaceAll(" +", " ")
                        .trim()))
                .contains("bronze 4 8 20.0 │ 73.0 +265.0 % │ 20.4 +2.0 %", "together 100.0 │ 100.0 MB/s │ 100.0 MB/s");
    }

    @Test
    void page_needsNothingFromOutsideAndEscapesWhatItIsGiven() throws IOException {
        String page = ReportPage.of(Samples.good(), ReportJson.of(Samples.good()));
        assertThat(page)
                .contains("Under hdfs-throttle, priority decides", "Hadoop &lt;3&gt;", "id=\"chart-controlled\"")
                .doesNotContain("{{", "<link", "src=\"http");
    }

    @Test
    void page_withoutAPieceIsRefused() {
        assertThatThrownBy(() -> ReportPage.filled("a {{missing}} piece", Map.of()))
                .hasMessageContaining("quickstart/missing");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> listOfMaps(Object value) {
        return (List<Map<String, Object>>) value;
    }
}
