package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.smallest;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.ShareCase.Work;
import io.hdfsthrottle.bench.report.ShareFindings;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Scenario of tenants that share one disk of unconfigured speed, or several such disks at the same time. */
public final class PaceShares {

    private static final Rate SLOW = Rate.ofBytesPerSecond(5_000_000);
    private static final List<ShareCase> CASES = List.of(
            ShareCase.backlogged("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1)),
            ShareCase.backlogged("1:1:1 with 1:2:8", List.of(1, 1, 1), List.of(1, 2, 8)),
            ShareCase.backlogged("1:8 with 1:1", List.of(1, 8), List.of(1, 1)),
            ShareCase.backlogged("3:7:2:11:5 with 1:32:5:3:13", List.of(3, 7, 2, 11, 5), List.of(1, 32, 5, 3, 13)),
            beside("slow beside two", DiskKind.STEADY, new Contender(1, 1, Work.READS, SLOW), 1, 8),
            beside(
                    "random beside streams",
                    DiskKind.STEADY,
                    new Contender(1, 1, Work.READS_ANYWHERE, Rate.UNLIMITED),
                    2,
                    8),
            beside("writer beside readers", DiskKind.SHARED, new Contender(1, 2, Work.WRITES, Rate.UNLIMITED), 1, 4),
            ShareCase.backlogged("halved", List.of(4, 8, 8), List.of(8, 2, 1))
                    .on(DiskKind.SHARED)
                    .at(List.of(1.0, 0.5, 1.0)));

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "pace-shares",
                    "every tenant gets what its weight earns, whatever its threads, and the disk gives all it can",
                    PaceShares::play,
                    Choice.values())
            .of(CASES.stream().map(ShareCase::name).toList());

    private PaceShares() {}

    /** A tenant beside two of the same weight that read with so many threads. */
    private static ShareCase beside(String name, DiskKind disk, Contender first, int threads, int others) {
        return ShareCase.of(name, disk, List.of(first, Contender.reading(1, threads), Contender.reading(1, others)));
    }

    private static Outcome play(Stage stage) throws Exception {
        Map<DiskKind, List<ShareCase>> byDisk = CASES.stream()
                .filter(each -> stage.plays(each.name()))
                .map(each -> stage.disk() == DiskKind.STEADY ? each : each.on(stage.disk()))
                .collect(Collectors.groupingBy(ShareCase::disk, LinkedHashMap::new, Collectors.toList()));
        List<ShareFindings> found = new ArrayList<>();
        for (Map.Entry<DiskKind, List<ShareCase>> each : byDisk.entrySet()) {
            found.addAll(ShareRun.of(stage, each.getKey(), each.getValue()));
        }
        Outcome outcome = new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure(
                        "kindsOfDisk",
                        byDisk.keySet().stream().map(DiskKind::name).toList())
                .figure(
                        "worst",
                        new Figures()
                                .put("errorPercent", largest(each(found, ShareFindings::worstErrorPercent)))
                                .put(
                                        "totalPercentOfUncontrolled",
                                        smallest(each(found, ShareFindings::leastTotalPercent))));
        found.forEach(each -> outcome.figure(each.name(), each.figures()).bars(each.bars()));
        outcome.atMost("errors that the hook caught", largest(each(found, ShareFindings::hookErrors)), 0);
        found.forEach(each -> outcome.bars(each.validity(stage.diskRate())));
        return outcome.chart(ShareFindings.chart(found));
    }
}
