package io.hdfsthrottle.coordinator.feature.timeline;

import static io.hdfsthrottle.coordinator.feature.timeline.Reports.ETL;
import static io.hdfsthrottle.coordinator.feature.timeline.Reports.GOLD;
import static io.hdfsthrottle.coordinator.feature.timeline.Reports.disk;
import static io.hdfsthrottle.coordinator.feature.timeline.Reports.node;
import static io.hdfsthrottle.coordinator.feature.timeline.Reports.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TimelineTest {
    private static final long BEGIN = 1_800_000_000L;
    private static final Set<Tenant> POLICY = Set.of(GOLD, ETL);

    private final Timeline timeline = new Timeline();
    private long now = BEGIN;

    private Sample second(NodeReport... reports) {
        return timeline.add(now++, 1, List.of(reports), POLICY::contains);
    }

    private void slot(NodeReport... reports) {
        for (int i = 0; i < Series.SLOT; i++) {
            second(reports);
        }
    }

    /** The figures of the slot before. */
    private Figures last(Series series) {
        second();
        now--;
        return series.mean(now / Series.SLOT * Series.SLOT - Series.SLOT, Series.SLOT, timeline.all())
                .orElseThrow();
    }

    @Test
    void tenants_haveTheirSumsAndEachDisk() {
        slot(
                node(
                        "dn1:9866",
                        disk("DS-1", usage(GOLD, 60, true, 0), usage(ETL, 10, false, 0)),
                        disk("DS-2", usage(GOLD, 30, false, 0))),
                node("dn2:9866", disk("DS-3", usage(GOLD, 5, false, 0))));

        Figures gold = last(timeline.tenants().get(GOLD));
        assertThat(gold.given()).isCloseTo(95, within(0.2));
        assertThat(gold.demand()).as("all of the disk that holds it back").isCloseTo(135, within(0.2));
        assertThat(gold.entitled()).isCloseTo(85, within(0.2));
        assertThat(last(timeline.all()).given()).isCloseTo(105, within(0.2));
        assertThat(last(timeline.places().get(new Place(GOLD, "dn1:9866/DS-2"))).given())
                .isCloseTo(30, within(0.1));
        assertThat(timeline.places()).hasSize(4);
    }

    @Test
    void wait_isWhatIsAddedBetweenTwoReports_whetherTheNodeRestartsOrATenantIsNew() {
        Sample first = second(node("dn1:9866", disk("DS-1", usage(GOLD, 1, true, 900_000))));
        Sample later =
                second(node("dn1:9866", disk("DS-1", usage(GOLD, 1, true, 902_500), usage(ETL, 1, true, 700_000))));
        NodeReport restarted = node("dn1:9866", disk("DS-1", usage(GOLD, 1, true, 100)));
        Sample restart = second(restarted);
        Sample silent = second(restarted);
        Sample again = second(node("dn1:9866", disk("DS-1", usage(GOLD, 1, true, 400))));

        assertThat(List.of(first, later, restart, silent, again))
                .extracting(sample -> sample.tenants().get(GOLD).waited())
                .containsExactly(0.0, 2_500.0, 0.0, 0.0, 300.0);
        assertThat(later.tenants().get(ETL).waited()).isZero();
    }

    @Test
    void aSilentNode_countsNoMore() {
        NodeReport answering = node("dn1:9866", disk("DS-1", usage(GOLD, 60, false, 0)));

        assertThat(second(answering).tenants()).containsOnlyKeys(GOLD);
        assertThat(second(new NodeReport(answering.usage(), answering.age(), false))
                        .tenants())
                .isEmpty();
    }

    @Test
    void whileNoNodeAnswers_nothingIsKnown() {
        NodeReport report = node("dn1:9866", disk("DS-1", usage(GOLD, 60, false, 0)));
        slot(report);
        now = BEGIN + Series.MINUTE;
        slot();
        now = BEGIN + 2 * Series.MINUTE;
        slot(report);

        assertThat(last(timeline.all()).given()).isCloseTo(60, within(0.1));
        assertThat(timeline.all().mean(BEGIN + Series.MINUTE, Series.MINUTE, timeline.all()))
                .isEmpty();
    }

    @Test
    void theWaitThatIsShown_isTheMeanOfTheLastSeconds() {
        Sample before = new Sample(Map.of(GOLD, new Figures(1, 1, 1, 2_000)), Figures.ZERO);
        Sample late = new Sample(Map.of(GOLD, new Figures(9, 9, 9, 0)), Figures.ZERO);

        assertThat(late.after(before).tenants().get(GOLD)).isEqualTo(new Figures(9, 9, 9, 1_400));
        assertThat(late.after(Sample.NOTHING).tenants().get(GOLD).waited()).isZero();
    }

    @Test
    void waitsOfATenant_sumToTheSame_andTheSeriesToTheWhole_inStepsOfAnyLength() {
        for (int i = 0; i < 1_230; i++) {
            second(node("dn1:9866", disk("DS-1", usage(ETL, 50, false, 0))));
        }
        for (int i = 0; i < 100; i++) {
            second(node("dn1:9866", disk("DS-1", usage(ETL, 50, false, 0), usage(GOLD, 10, true, 100L * i))));
        }
        second();

        for (long step : new long[] {10, 60, 600, 3_600, 86_400}) {
            Span span = Span.of(BEGIN, now, Optional.of(step));
            List<Figures> gold = span.of(timeline.tenants().get(GOLD), timeline.all());
            assertThat(gold.stream()
                            .filter(Objects::nonNull)
                            .mapToDouble(each -> each.waited() * step)
                            .sum())
                    .as("step %d", step)
                    .isCloseTo(9_900, within(50.0));
            assertThat(span.rest(timeline.all(), timeline.tenants().values(), timeline.all()))
                    .as("step %d", step)
                    .isEmpty();
        }
        assertThat(Span.of(BEGIN, now, Optional.of(60L)).of(timeline.tenants().get(GOLD), timeline.all()))
                .as("nothing before it came")
                .startsWith(Figures.ZERO);
    }

    @Test
    void tenantsThatThePolicyDoesNotKnow_haveNoSeries_andAreInTheSum() {
        slot(node("dn1:9866", disk("DS-1", usage(Tenant.named("invented"), 40, false, 0), usage(GOLD, 2, false, 0))));

        assertThat(timeline.tenants()).containsOnlyKeys(GOLD);
        assertThat(timeline.places()).hasSize(1);
        assertThat(second(node("dn1:9866", disk("DS-1", usage(Tenant.named("another"), 7, false, 0))))
                        .others()
                        .given())
                .isEqualTo(7);
        now--;
        Span span = Span.of(BEGIN, BEGIN + Series.SLOT, Optional.empty());
        assertThat(span.rest(timeline.all(), timeline.tenants().values(), timeline.all())
                        .orElseThrow()
                        .get(0)
                        .given())
                .isCloseTo(40, within(0.2));
    }

    @Test
    void whateverNodesReport_theBytesAreBounded_andTheSumIsRight() {
        for (int i = 0; i < 40; i++) {
            int round = i;
            VolumeUsage[] disks = IntStream.range(0, 1_000)
                    .mapToObj(j -> disk("\u001b[2J" + "x".repeat(240) + round + "-" + j, usage(GOLD, 1, false, 0)))
                    .toArray(VolumeUsage[]::new);
            slot(node("n".repeat(200) + round, disks));
        }

        long series = 1L + timeline.tenants().size() + timeline.places().size();
        assertThat(timeline.places()).hasSize(Timeline.MOST_PLACES);
        assertThat(series * Series.BYTES).isLessThanOrEqualTo(Timeline.MOST_BYTES);
        assertThat(Timeline.MOST_BYTES).isLessThan(15L << 20);
        assertThat(last(timeline.tenants().get(GOLD)).given()).isCloseTo(1_000, within(1.0));
    }

    @Test
    void aThousandTenants_haveAsManySeriesAsThereMayBe() {
        TenantUsage[] many = IntStream.range(0, 1_000)
                .mapToObj(i -> usage(Tenant.named("t" + i), 3, false, 0))
                .toArray(TenantUsage[]::new);
        for (int i = 0; i < 2 * Series.SLOT; i++) {
            Sample unused = timeline.add(now++, 1, List.of(node("dn1:9866", disk("DS-1", many))), tenant -> true);
        }

        assertThat(timeline.tenants()).hasSize(Timeline.MOST_TENANTS);
        assertThat(last(timeline.all()).given()).isCloseTo(3_000, within(3.0));
    }

    @Test
    void whoWantsClearlyMore_takesThePlaceOfTheSmallest() {
        VolumeUsage[] disks = IntStream.range(0, Timeline.MOST_PLACES)
                .mapToObj(i -> disk("DS-" + i, usage(GOLD, 10 + i, false, 0)))
                .toArray(VolumeUsage[]::new);
        slot(node("dn1:9866", disks));
        VolumeUsage similar = disk("DS-similar", usage(ETL, 19, false, 0));
        VolumeUsage greater = disk("DS-greater", usage(ETL, 40, false, 0));
        slot(node("dn1:9866", disks), node("dn2:9866", similar, greater));
        slot(node("dn1:9866", disks), node("dn2:9866", similar, greater));

        assertThat(timeline.places())
                .hasSize(Timeline.MOST_PLACES)
                .containsKey(new Place(ETL, "dn2:9866/DS-greater"))
                .doesNotContainKey(new Place(ETL, "dn2:9866/DS-similar"))
                .doesNotContainKey(new Place(GOLD, "dn1:9866/DS-0"));
    }

    @Test
    void aVolumesName_makesNoDiskLookLikeAnotherNodes() {
        assertThat(Place.disk("dn1:9866", "dn2:9866/DS-1")).isNotEqualTo(Place.disk("dn2:9866", "DS-1"));
    }
}
