package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareFindings;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Scenario of tenants that share one disk of unconfigured speed, or several such disks at the same time. */
public final class PaceShares implements Scenario {

    @Override
    public String name() {
        return "pace-shares";
    }

    @Override
    public String shows() {
        return "every tenant gets what its weight earns, whatever its threads, and the disk gives all it can";
    }

    @Override
    public List<String> cases() {
        return ShareCases.ALL.stream().map(ShareCase::name).toList();
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.allOf(Choice.class);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        Map<DiskKind, List<ShareCase>> byDisk = new LinkedHashMap<>();
        for (ShareCase each : ShareCases.ALL) {
            if (stage.plays(each.name())) {
                ShareCase here = stage.disk() == DiskKind.STEADY ? each : each.on(stage.disk());
                byDisk.computeIfAbsent(here.disk(), disk -> new ArrayList<>()).add(here);
            }
        }
        List<ShareFindings> found = new ArrayList<>();
        for (Map.Entry<DiskKind, List<ShareCase>> each : byDisk.entrySet()) {
            found.addAll(ShareRun.of(stage, each.getKey(), each.getValue()));
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("kindsOfDisk", byDisk.keySet().stream().map(DiskKind::name).toList());
        figures.put(
                "worst",
                Map.of(
                        "errorPercent",
                        Statistics.jsonNumber(Statistics.largest(found.stream()
                                .map(ShareFindings::worstErrorPercent)
                                .toList())),
                        "totalPercentOfUncontrolled",
                        Statistics.jsonNumber(Statistics.smallest(found.stream()
                                .map(ShareFindings::leastTotalPercent)
                                .toList()))));
        List<Bar> bars = new ArrayList<>();
        for (ShareFindings each : found) {
            figures.put(each.name(), each.members());
            bars.addAll(each.bars());
        }
        bars.add(Bar.atMost(
                "errors that the hook caught",
                found.stream().mapToDouble(ShareFindings::hookErrors).max().orElseThrow(),
                0));
        found.forEach(each -> bars.addAll(validity(stage, each)));
        return new Outcome(figures, bars, List.of(ShareFindings.chart(found)));
    }

    /** The bars that these windows are valid. */
    static List<Bar> validity(Stage stage, ShareFindings found) {
        boolean steady = found.sharing().disk() != DiskKind.SEEKING
                && found.sharing().speeds().size() == 1;
        OptionalDouble rate =
                steady ? OptionalDouble.of(stage.diskRate() * (double) (1 << 20)) : OptionalDouble.empty();
        return Validity.of(found.name() + ": ", found.uncontrolled(), found.controlled(), rate);
    }
}
