package io.hdfsthrottle.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tenants that use one disk of which nobody was told how fast it is. */
final class PaceShares implements Scenario {

    static final double MEGA = 1e6;

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
        figures.put("disks", byDisk.keySet().stream().map(DiskKind::name).toList());
        List<Bar> bars = new ArrayList<>();
        for (ShareFindings each : found) {
            figures.put(each.name(), each.members());
            bars.addAll(each.bars());
        }
        bars.addAll(validity(stage, found));
        return new Outcome(figures, bars, List.of(ShareCharts.of(found)));
    }

    /** Figures of readers that were served from memory, or of a disk that others kept from its rate, prove nothing. */
    static List<Bar> validity(Stage stage, List<ShareFindings> found) {
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atLeast(
                "valid run: moved by the disk, percent of what clients moved",
                Statistics.smallest(
                        found.stream().map(ShareFindings::coldPercent).toList()),
                97));
        double rate = stage.diskRate() * (double) (1 << 20);
        List<Double> full = found.stream()
                .filter(each -> each.sharing().disk() != DiskKind.SEEKING)
                .filter(each -> each.sharing().speeds().size() == 1)
                .map(each -> each.leastMoved() / rate * 100)
                .toList();
        if (!full.isEmpty()) {
            bars.add(Bar.atLeast(
                    "valid run: moved by the disk without control, percent of its rate",
                    Statistics.smallest(full),
                    95));
        }
        if (!bars.stream().allMatch(Bar::holds)) {
            stage.say("INVALID: tenants were served from memory, or something else kept the disk from its rate");
        }
        return bars;
    }
}
