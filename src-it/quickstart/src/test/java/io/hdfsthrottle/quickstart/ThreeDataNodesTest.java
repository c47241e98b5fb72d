package io.hdfsthrottle.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ThreeDataNodesTest {

    private static final double MEGA = 1e6;
    private static final Scenario SCENARIO =
            new Scenario(Scenario.DATA_AGAINST_PRIORITY, Rate.ofBytesPerSecond(40_000_000), Duration.ofSeconds(20));

    private static Report report() {
        List<Run.Tenant> tenants = SCENARIO.contenders().stream()
                .map(contender -> new Run.Tenant(
                        contender,
                        SCENARIO.expected(contender),
                        31 * MEGA,
                        List.of(10 * MEGA, 10 * MEGA, 11 * MEGA),
                        7,
                        0,
                        Samples.steady(0, 20, 31 * MEGA)))
                .toList();
        Run run = new Run(
                Run.Kind.CONTROLLED, Samples.at(0), new Timeline.Window(Samples.at(5), Samples.at(19)), tenants);
        return new Report(SCENARIO, "Hadoop 3", List.of(run));
    }

    @Test
    void expected_isEqualForEqualPriorities_andFillsTheBusiestNode() {
        List<Scenario.Contender> all = SCENARIO.contenders();
        double each = SCENARIO.expected(all.get(0));

        assertThat(all).allSatisfy(contender -> assertThat(SCENARIO.expected(contender))
                .isCloseTo(each, within(1.0)));
        assertThat(all.stream()
                        .mapToDouble(contender -> each * contender.part(0))
                        .sum())
                .isCloseTo(40_000_000, within(1.0));
        assertThat(SCENARIO.expectedTogether()).isCloseTo(3 * each, within(1.0));
    }

    @Test
    void oneDataNode_isDividedAsBefore() {
        Scenario one = new Scenario(
                Scenario.THREADS_AGAINST_PRIORITY, Rate.ofBytesPerSecond(100_000_000), Duration.ofSeconds(20));

        assertThat(one.nodes()).isEqualTo(1);
        assertThat(one.expectedTogether()).isCloseTo(100_000_000, within(1.0));
    }

    @Test
    void placement_isWhatPeopleRead() {
        assertThat(SCENARIO.contenders())
                .extracting(Scenario.Contender::placement)
                .containsExactly("90/5/5", "33/33/33", "5/5/90");
    }

    @Test
    void table_hasARowForEachNodeOfEachTenant() {
        assertThat(ReportTable.text(report()).lines().map(line -> line.replaceAll(" +", " ")
                        .trim()))
                .contains("bronze 8 4 31.2 │ 31.0 -0.5 %", "on node 1 90 % of it │ 10.0", "together 93.5 │ 93.0 MB/s");
    }

    @Test
    void json_hasWhatEachNodeGave() throws IOException {
        Map<String, Object> document = JSON.std.mapFrom(ReportJson.of(report()));

        assertThat(document).containsEntry("dataNodes", 3);
        assertThat(document.get("runs").toString())
                .contains("dataOnNodes=[90, 5, 5]", "measuredMBpsOfNodes=[10.0, 10.0, 11.0]");
    }

    @Test
    void page_saysHowTheDataLies() throws IOException {
        assertThat(ReportPage.of(report(), ReportJson.of(report())))
                .contains("three DataNodes that may serve 40.0 MB/s each", "data 90/5/5", "on node 3")
                .doesNotContain("{{");
    }
}
