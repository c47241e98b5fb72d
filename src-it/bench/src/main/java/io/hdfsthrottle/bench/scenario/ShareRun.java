package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.ShareFindings;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Runs cases on the disks of one DataNode, without control and with it; on each disk the same tenants, all at once. */
final class ShareRun {

    /**
     * Until each thread's readahead is filled: up to 270 MB, which the disk reads but clients have not received yet.
     */
    private static final Duration SETTLING = Duration.ofSeconds(8);

    private final Stage stage;
    private final SlowDiskCluster cluster;

    ShareRun(Stage stage, SlowDiskCluster cluster) {
        this.stage = stage;
        this.cluster = cluster;
    }

    /** The measurements of a case on one disk: windows for each of the speeds. */
    record Measured(int disk, List<List<Window>> bySpeed) {}

    /** Runs all of them on disks of that kind, which exist only meanwhile. */
    static List<ShareFindings> of(Stage stage, DiskKind disk, List<ShareCase> cases) throws Exception {
        int tenants =
                cases.stream().mapToInt(each -> each.contenders().size()).max().orElseThrow();
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, disk, tenants)) {
            return new ShareRun(stage, cluster).all(cases);
        }
    }

    private List<ShareFindings> all(List<ShareCase> unknown) throws Exception {
        cluster.hook(false);
        List<ShareCase> cases = new ArrayList<>();
        List<List<Measured>> uncontrolled = new ArrayList<>();
        for (ShareCase each : unknown) {
            ShareCase known = known(each);
            cases.add(known);
            uncontrolled.add(measure(known, "off"));
        }
        cluster.hook(true);
        List<ShareFindings> found = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            ShareCase each = cases.get(i);
            List<Measured> controlled = measure(each, "on");
            for (int disk = 0; disk < controlled.size(); disk++) {
                for (int speed = 0; speed < each.speeds().size(); speed++) {
                    found.add(new ShareFindings(
                            named(each, speed, disk + 1),
                            each,
                            uncontrolled.get(i).get(disk).bySpeed().get(speed),
                            controlled.get(disk).bySpeed().get(speed),
                            cluster.charge(),
                            cluster.hookErrors()));
                }
            }
        }
        return found;
    }

    /** A random reader waits for each piece: its demand is its rate alone, without the hook. */
    private ShareCase known(ShareCase each) throws IOException {
        ShareCase known = each;
        for (int i = 0; i < each.contenders().size(); i++) {
            if (each.contenders().get(i).isRandom()) {
                cluster.forget();
                LoadedDisk disk = cluster.disk();
                try (Streams alone = start(disk, i, each.contenders().get(i))) {
                    Rates.over(SETTLING.dividedBy(2), List.of(alone));
                    Window window = windows(stage, List.of(disk), List.of(List.of(alone)))
                            .get(0);
                    double rate = window.rates().get(0);
                    stage.say(
                            "alone %s, tenant %d: %.1f MB/s (disk %.1f)",
                            each.name(), i + 1, rate / Statistics.MEGA, window.moved() / Statistics.MEGA);
                    known = known.randomAlone(i, Rate.ofBytesPerSecond((long) rate));
                }
            }
        }
        return known;
    }

    /**
     * Measures a case on every disk at the same time.
     *
     * @param under the DataNode's current state as named in printed lines
     */
    List<Measured> measure(ShareCase each, String under) throws IOException {
        for (int i = 0; i < each.contenders().size(); i++) {
            cluster.weigh(i, each.contenders().get(i).weight());
        }
        cluster.forget();
        List<LoadedDisk> disks = cluster.disks();
        List<List<Streams>> streams = disks.stream()
                .map(disk -> IntStream.range(0, each.contenders().size())
                        .mapToObj(i -> start(disk, i, each.contenders().get(i)))
                        .toList())
                .toList();
        List<Streams> all = streams.stream().flatMap(List::stream).toList();
        try {
            Rates.over(SETTLING, all);
            List<Measured> measured = disks.stream()
                    .map(disk -> new Measured(
                            disk.number(),
                            each.speeds().stream()
                                    .map(speed -> (List<Window>) new ArrayList<Window>())
                                    .toList()))
                    .toList();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                for (int speed = 0; speed < each.speeds().size(); speed++) {
                    if (each.speeds().size() > 1) {
                        for (LoadedDisk disk : disks) {
                            disk.speed(each.speeds().get(speed));
                        }
                    }
                    List<Window> windows = windows(stage, disks, streams);
                    for (int disk = 0; disk < disks.size(); disk++) {
                        measured.get(disk).bySpeed().get(speed).add(windows.get(disk));
                        stage.say("%s", line(named(each, speed, disk + 1), each, windows.get(disk), under));
                    }
                }
            }
            all.forEach(Streams::check);
            return measured;
        } finally {
            all.forEach(Streams::close);
        }
    }

    /** One window of every disk, at the same time. */
    static List<Window> windows(Stage stage, List<LoadedDisk> disks, List<List<Streams>> streams) {
        List<Long> before = disks.stream().map(LoadedDisk::bytesMoved).toList();
        long from = System.nanoTime();
        List<Double> rates = Rates.over(
                stage.window(), streams.stream().flatMap(List::stream).toList());
        double seconds = (System.nanoTime() - from) / 1e9;
        List<Window> windows = new ArrayList<>();
        int first = 0;
        for (int disk = 0; disk < disks.size(); disk++) {
            int tenants = streams.get(disk).size();
            double moved = (disks.get(disk).bytesMoved() - before.get(disk)) / seconds;
            windows.add(new Window(List.copyOf(rates.subList(first, first + tenants)), moved, seconds));
            first += tenants;
        }
        return windows;
    }

    private static Streams start(LoadedDisk disk, int tenant, Contender contender) {
        return switch (contender.work()) {
            case READS ->
                contender.isSlow()
                        ? disk.readingSlowly(tenant, (double) contender.wanted().bytesPerSecond())
                        : disk.reading(tenant, contender.threads());
            case READS_ANYWHERE -> disk.readingAnywhere(tenant, ShareCases.PIECE_BYTES);
            case WRITES -> disk.writing(tenant, contender.threads());
        };
    }

    private String named(ShareCase each, int speed, int disk) {
        String name = stage.disks() == 1 ? each.name() : "disk " + disk + ", " + each.name();
        return each.speeds().size() == 1
                ? name
                : String.format(
                        Locale.ROOT,
                        "%s, window %d at %.1f",
                        name,
                        speed + 1,
                        each.speeds().get(speed));
    }

    private static String line(String name, ShareCase each, Window window, String under) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-28s total %6.1f MB/s (disk %6.1f), worst error %6.2f %%:",
                under,
                name,
                window.total() / Statistics.MEGA,
                window.moved() / Statistics.MEGA,
                each.worstErrorPercent(window.rates())));
        List<Double> due = each.due(window.total());
        for (int i = 0; i < due.size(); i++) {
            line.append(String.format(
                    Locale.ROOT,
                    "  %.1f (due %.1f)",
                    window.rates().get(i) / Statistics.MEGA,
                    due.get(i) / Statistics.MEGA));
        }
        return line.toString();
    }
}
