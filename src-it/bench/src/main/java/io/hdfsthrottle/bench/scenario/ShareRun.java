package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.ShareCase.Contender;
import io.hdfsthrottle.bench.ShareCase.Work;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Plays cases on one disk, without control and with it. */
final class ShareRun {

    /** Until each thread's readahead is filled: up to 270 MB of it, which the disk gives and nobody gets yet. */
    private static final Duration SETTLING = Duration.ofSeconds(8);

    private final Stage stage;
    private final SlowDiskCluster cluster;

    ShareRun(Stage stage, SlowDiskCluster cluster) {
        this.stage = stage;
        this.cluster = cluster;
    }

    /** All of them on the disk of that kind, which is there only as long as this takes. */
    static List<ShareFindings> of(Stage stage, DiskKind disk, List<ShareCase> cases) throws Exception {
        int tenants =
                cases.stream().mapToInt(each -> each.contenders().size()).max().orElseThrow();
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, disk, tenants)) {
            List<ShareFindings> found = new ShareRun(stage, cluster).all(cases);
            stage.say("errors that the hook caught: %d", cluster.hookErrors());
            return found;
        }
    }

    private List<ShareFindings> all(List<ShareCase> unknown) throws Exception {
        cluster.hook(false);
        List<ShareCase> cases = new ArrayList<>();
        List<List<List<Window>>> uncontrolled = new ArrayList<>();
        for (ShareCase each : unknown) {
            ShareCase known = known(each);
            cases.add(known);
            uncontrolled.add(measure(known, "off"));
        }
        cluster.hook(true);
        List<ShareFindings> found = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            List<List<Window>> controlled = measure(cases.get(i), "on");
            for (int speed = 0; speed < controlled.size(); speed++) {
                found.add(new ShareFindings(
                        named(cases.get(i), speed),
                        cases.get(i),
                        uncontrolled.get(i).get(speed),
                        controlled.get(speed),
                        cluster.charge()));
            }
        }
        return found;
    }

    /** Who reads here and there waits for each piece: it wants what it gets when it is alone. */
    private ShareCase known(ShareCase each) throws IOException {
        ShareCase known = each;
        for (int i = 0; i < each.contenders().size(); i++) {
            if (each.contenders().get(i).work() == Work.READS_ANYWHERE) {
                cluster.forget();
                try (Streams alone = start(i, each.contenders().get(i))) {
                    Rates.over(SETTLING.dividedBy(2), List.of(alone));
                    Window window = window(List.of(alone));
                    double rate = window.rates().get(0);
                    stage.say(
                            "alone %s, tenant %d: %.1f MB/s (disk %.1f)",
                            each.name(), i + 1, rate / PaceShares.MEGA, window.moved() / PaceShares.MEGA);
                    known = known.wanting(i, Rate.ofBytesPerSecond((long) rate));
                }
            }
        }
        return known;
    }

    /**
     * Windows for each of the speeds.
     *
     * @param under what the lines that are printed call the DataNode as it is now
     */
    List<List<Window>> measure(ShareCase each, String under) throws IOException {
        for (int i = 0; i < each.contenders().size(); i++) {
            cluster.weigh(i, each.contenders().get(i).weight());
        }
        cluster.forget();
        List<Streams> streams = IntStream.range(0, each.contenders().size())
                .mapToObj(i -> start(i, each.contenders().get(i)))
                .toList();
        try {
            Rates.over(SETTLING, streams);
            List<List<Window>> windows = new ArrayList<>();
            each.speeds().forEach(speed -> windows.add(new ArrayList<>()));
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                for (int speed = 0; speed < windows.size(); speed++) {
                    if (windows.size() > 1) {
                        cluster.speed(each.speeds().get(speed));
                    }
                    Window window = window(streams);
                    windows.get(speed).add(window);
                    stage.say("%s", line(named(each, speed), each, window, under));
                }
            }
            for (Streams stream : streams) {
                if (!stream.errors().isEmpty()) {
                    throw new IllegalStateException(
                            "a tenant failed", stream.errors().get(0));
                }
            }
            return windows;
        } finally {
            streams.forEach(Streams::close);
        }
    }

    private Window window(List<Streams> streams) throws IOException {
        long before = cluster.bytesMoved();
        long from = System.nanoTime();
        List<Double> rates = Rates.over(stage.window(), streams);
        double seconds = (System.nanoTime() - from) / 1e9;
        return new Window(rates, (cluster.bytesMoved() - before) / seconds);
    }

    private Streams start(int tenant, Contender contender) {
        return switch (contender.work()) {
            case READS ->
                contender.isSlow()
                        ? cluster.readingSlowly(
                                tenant, (double) contender.wanted().bytesPerSecond())
                        : cluster.reading(tenant, contender.threads());
            case READS_ANYWHERE -> cluster.readingAnywhere(tenant, ShareCases.PIECE_BYTES);
            case WRITES -> cluster.writing(tenant, contender.threads());
        };
    }

    private static String named(ShareCase each, int speed) {
        return each.speeds().size() == 1
                ? each.name()
                : String.format(
                        Locale.ROOT,
                        "%s, window %d at %.1f",
                        each.name(),
                        speed + 1,
                        each.speeds().get(speed));
    }

    private static String line(String name, ShareCase each, Window window, String under) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-4s %-28s total %6.1f MB/s (disk %6.1f), worst error %6.2f %%:",
                under,
                name,
                window.total() / PaceShares.MEGA,
                window.moved() / PaceShares.MEGA,
                each.worstErrorPercent(window.rates())));
        List<Double> due = each.due(window.total());
        for (int i = 0; i < due.size(); i++) {
            line.append(String.format(
                    Locale.ROOT,
                    "  %.1f (due %.1f)",
                    window.rates().get(i) / PaceShares.MEGA,
                    due.get(i) / PaceShares.MEGA));
        }
        return line.toString();
    }
}
