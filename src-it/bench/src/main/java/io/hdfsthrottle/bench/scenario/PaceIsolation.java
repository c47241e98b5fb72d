package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A tenant that asks for a part of what it is due, beside one with sixteen times its threads that takes all it can get. */
final class PaceIsolation implements Scenario {

    private static final int ASKING = 0;
    private static final int HOG = 1;
    private static final int HOG_THREADS = 16;
    private static final int REQUEST_BYTES = 4 << 20;

    /** Of the disk's rate at most, with what is read beyond; its weight earns it half. */
    private static final double ASKS = 0.4;

    private static final int SETTLING_SECONDS = 4;

    @Override
    public String name() {
        return "pace-isolation";
    }

    @Override
    public String shows() {
        return "a tenant beside one with sixteen times its threads is served as if it were alone";
    }

    /** Alone and beside the hog, which got so much; and what the disk read, alone and beside, all in bytes a second. */
    private record Played(Isolation alone, Isolation beside, double hog, double diskAlone, double disk) {

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("isolationMeanPercent", Statistics.jsonNumber(beside.mean()));
            members.put("isolation01Percent", Statistics.jsonNumber(beside.first()));
            members.put("latencyImpactPercent", Statistics.jsonNumber(beside.impactPercent(alone)));
            members.put("aloneIsolationMeanPercent", Statistics.jsonNumber(alone.mean()));
            members.put("aloneMillisMean", Statistics.jsonNumber(alone.meanMillis()));
            members.put("aloneMillis99", Statistics.jsonNumber(alone.millisOfAlmostAll()));
            members.put("besideMillisMean", Statistics.jsonNumber(beside.meanMillis()));
            members.put("besideMillis99", Statistics.jsonNumber(beside.millisOfAlmostAll()));
            members.put("hogMBps", Statistics.jsonNumber(hog / PaceShares.MEGA));
            members.put("diskAloneMBps", Statistics.jsonNumber(diskAlone / PaceShares.MEGA));
            members.put("diskMBps", Statistics.jsonNumber(disk / PaceShares.MEGA));
            members.put("seconds", beside.percents().size());
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        double perSecond = Math.floor(ASKS * stage.diskRate() * (1 << 20) / (REQUEST_BYTES + readBeyond(stage)));
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, 2)) {
            stage.say("equal weights; %.1f requests of 4 MiB a second, beside %d streams", perSecond, HOG_THREADS);
            Played off = playBoth(stage, cluster, false, perSecond);
            Played on = playBoth(stage, cluster, true, perSecond);
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("diskMiBps", stage.diskRate());
            figures.put("requestsPerSecond", perSecond);
            figures.put("hookErrors", cluster.hookErrors());
            figures.put("charge", cluster.charge());
            figures.put("uncontrolled", off.members());
            figures.put("controlled", on.members());
            List<Bar> bars = List.of(
                    Bar.atLeast("isolation: mean, percent", on.beside().mean(), 99),
                    Bar.atLeast(
                            "isolation: all seconds but one in a hundred, percent",
                            on.beside().first(),
                            95),
                    Bar.atMost("latency impact: mean, percent", on.beside().impactPercent(on.alone()), 5),
                    Bar.atLeast(
                            "valid run: alone it does what it is to do, percent",
                            off.alone().mean(),
                            99));
            return new Outcome(
                    figures,
                    bars,
                    List.of(
                            IsolationChart.of("hook off", off.alone(), off.beside()),
                            IsolationChart.of("hook on", on.alone(), on.beside())));
        }
    }

    /**
     * What the kernel reads beyond a request that ends in the middle of a file: the rest of the last piece of readahead and the piece after
     * it, which it asks for as soon as the last is begun. With the native library Hadoop's own readahead comes to it. The disk's work, too.
     */
    private static int readBeyond(Stage stage) {
        return 2 * (stage.readaheadKib() << 10) + stage.hadoopsReadaheadBytes();
    }

    private static Played playBoth(Stage stage, SlowDiskCluster cluster, boolean on, double perSecond)
            throws Exception {
        cluster.hook(on);
        cluster.weigh(ASKING, 1);
        cluster.weigh(HOG, 1);
        cluster.forget();
        double took = seconds(stage) + SETTLING_SECONDS;
        double moved = cluster.bytesMoved();
        Isolation alone = play(stage, cluster, perSecond);
        double diskAlone = (cluster.bytesMoved() - moved) / took;
        Isolation beside;
        double hogRate;
        double disk;
        try (Streams hog = cluster.reading(HOG, HOG_THREADS)) {
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            long before = hog.bytes();
            moved = cluster.bytesMoved();
            beside = play(stage, cluster, perSecond);
            hogRate = (hog.bytes() - before) / took;
            disk = (cluster.bytesMoved() - moved) / took;
        }
        Played played = new Played(alone, beside, hogRate, diskAlone, disk);
        stage.say("%-4s %s", on ? "on" : "off", played.members());
        return played;
    }

    private static Isolation play(Stage stage, SlowDiskCluster cluster, double perSecond) {
        try (Requests requests = cluster.asking(ASKING, REQUEST_BYTES, perSecond)) {
            Rates.over(Duration.ofSeconds(seconds(stage) + SETTLING_SECONDS), List.of());
            return Isolation.of(requests.served(), SETTLING_SECONDS, seconds(stage), perSecond);
        }
    }

    /** One long window instead of several: one second in a hundred must be among them. */
    private static int seconds(Stage stage) {
        return (int) stage.window().toSeconds() * stage.repeats();
    }
}
