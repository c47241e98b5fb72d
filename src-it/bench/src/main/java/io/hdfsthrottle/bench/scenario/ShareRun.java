package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.ShareFindings;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs cases on the disks of one DataNode, without control and with it; on each disk the same tenants, all at once. */
record ShareRun(Stage stage, SlowDiskCluster cluster) {

    /**
     * Until each thread's readahead is filled: up to 270 MB, which the disk reads but clients have not received yet.
     */
    private static final Duration SETTLING = Duration.ofSeconds(8);

    private static final int RANDOM_PIECE_BYTES = 64 << 10;

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
        Map<ShareCase, Map<String, List<Window>>> off = new LinkedHashMap<>();
        for (ShareCase each : unknown) {
            ShareCase known = known(each);
            off.put(known, measure(known, "off"));
        }
        cluster.hook(true);
        List<ShareFindings> found = new ArrayList<>();
        for (ShareCase each : off.keySet()) {
            measure(each, "on")
                    .forEach((name, on) -> found.add(new ShareFindings(
                            name, each, off.get(each).get(name), on, cluster.charge(), cluster.hookErrors())));
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
                    Window window = stage.windows(List.of(disk.disk()), List.of(List.of(alone)))
                            .get(0);
                    double rate = window.total();
                    stage.say(
                            "alone %s, tenant %d: %.1f MB/s (disk %.1f)",
                            each.name(), i + 1, rate / MEGA, window.moved() / MEGA);
                    known = known.randomAlone(i, Rate.ofBytesPerSecond((long) rate));
                }
            }
        }
        return known;
    }

    /**
     * Measures a case on every disk at the same time: windows by the name of the case, with the disk and the speed where
     * there are several.
     *
     * @param under the DataNode's current state as named in printed lines
     */
    Map<String, List<Window>> measure(ShareCase each, String under) throws IOException {
        for (int i = 0; i < each.contenders().size(); i++) {
            cluster.weigh(i, each.contenders().get(i).weight());
        }
        cluster.forget();
        Map<String, List<Window>> measured = new LinkedHashMap<>();
        List<List<Streams>> streams = cluster.disks().stream()
                .map(disk -> IntStream.range(0, each.contenders().size())
                        .mapToObj(i -> start(disk, i, each.contenders().get(i)))
                        .toList())
                .toList();
        watch(
                stage,
                cluster,
                streams,
                each.speeds().size(),
                speed -> {
                    if (each.speeds().size() > 1) {
                        for (LoadedDisk disk : cluster.disks()) {
                            disk.speed(each.speeds().get(speed));
                        }
                    }
                },
                (disk, speed, window) -> {
                    String name = named(each, speed, disk.number());
                    measured.computeIfAbsent(name, none -> new ArrayList<>()).add(window);
                    stage.say("%s", line(name, each, window, under));
                });
        return measured;
    }

    /** What precedes a window. */
    interface Before {

        void window(int number) throws IOException;
    }

    /** What is done with a window of a disk. */
    interface Seen {

        void on(LoadedDisk disk, int number, Window window);
    }

    /** Measures so many windows in each repeat after these streams of each disk have settled, and closes them. */
    static void watch(
            Stage stage, SlowDiskCluster cluster, List<List<Streams>> streams, int windows, Before before, Seen seen)
            throws IOException {
        List<Streams> all = streams.stream().flatMap(List::stream).toList();
        try {
            Rates.over(SETTLING, all);
            for (int i = 0; i < stage.repeats() * windows; i++) {
                before.window(i % windows);
                List<SlowDisk> disks =
                        cluster.disks().stream().map(LoadedDisk::disk).toList();
                List<Window> found = stage.windows(disks, streams);
                for (LoadedDisk disk : cluster.disks()) {
                    seen.on(disk, i % windows, found.get(disk.number() - 1));
                }
            }
            all.forEach(Streams::check);
        } finally {
            all.forEach(Streams::close);
        }
    }

    private static Streams start(LoadedDisk disk, int tenant, Contender contender) {
        return switch (contender.work()) {
            case READS ->
                contender.isSlow()
                        ? disk.readingSlowly(tenant, (double) contender.wanted().bytesPerSecond())
                        : disk.reading(tenant, contender.threads());
            case READS_ANYWHERE -> disk.readingAnywhere(tenant, RANDOM_PIECE_BYTES);
            case WRITES -> disk.writing(tenant, contender.threads());
        };
    }

    private String named(ShareCase each, int speed, int disk) {
        double part = each.speeds().get(speed);
        return (stage.disks() == 1 ? "" : "disk " + disk + ", ")
                + each.name()
                + (each.speeds().size() == 1 ? "" : String.format(Locale.ROOT, ", window %d at %.1f", speed + 1, part));
    }

    private static String line(String name, ShareCase each, Window window, String under) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-28s total %6.1f MB/s (disk %6.1f), worst error %6.2f %%:",
                under,
                name,
                window.total() / MEGA,
                window.moved() / MEGA,
                each.worstErrorPercent(window.rates())));
        List<Double> due = each.due(window.total());
        for (int i = 0; i < due.size(); i++) {
            double got = window.rates().get(i) / MEGA;
            line.append(String.format(Locale.ROOT, "  %.1f (due %.1f)", got, due.get(i) / MEGA));
        }
        return line.toString();
    }
}
