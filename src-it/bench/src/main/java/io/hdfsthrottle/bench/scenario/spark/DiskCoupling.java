package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static io.hdfsthrottle.bench.scenario.spark.Workload.PAGE_RANK;
import static io.hdfsthrottle.bench.scenario.spark.Workload.TERA_SORT;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The value of a disk of its own (the platform paper's coupling): the rates of eight volumes outside HDFS, past the page
 * cache, on eight disks and on fewer; the duration of a Spark job when 1, 2 or 4 of them share a disk; and the rate of a
 * reader with its own disk beside 16 hostile streams on the other disk of its DataNode.
 */
public final class DiskCoupling {

    private static final int VOLUMES = 8;
    private static final List<Integer> DISKS = List.of(8, 4, 3, 2);
    private static final int VOLUME_MIB = 128;

    /** Eight disks that two processors can model; the paper's gave about 150 MB/s each. */
    private static final int VOLUMES_DISK_MIB = 20;

    /** The paper's least factor. */
    private static final double LEAST_FACTOR = 3.4;

    private static final List<Access> ACCESSES = Stream.of("read", "write")
            .flatMap(direction -> Stream.of(
                    Access.of("sequential", direction, "4K", 1),
                    Access.of("sequential", direction, "1M", 1),
                    Access.of("sequential", direction, "1M", 8),
                    Access.of("random", direction, "4K", 1),
                    Access.of("random", direction, "4K", 8),
                    Access.of("random", direction, "4M", 1)))
            .toList();

    private static final String FIO =
            "fio --output-format=json --ioengine=libaio --direct=1 --time_based --thread --size=" + VOLUME_MIB
                    + "M --runtime=";

    /** At that rate, processors have idle time while four jobs wait for the disk. */
    private static final int JOBS_DISK_MIB = 40;

    /** The paper's two jobs, so many of each at once. */
    private static final Map<Workload, Integer> JOBS = Map.of(TERA_SORT, 500_000, PAGE_RANK, 96);

    private static final List<Integer> COUPLINGS = List.of(1, 2, 4);

    /** What four volumes on a disk cost them in the paper, under Spark. */
    private static final Map<Workload, Double> PAPERS = Map.of(TERA_SORT, 2.52, PAGE_RANK, 1.085);

    /** The scenario; two processors serve two disks and their readers. */
    public static final Scenario SCENARIO = Scenario.onDisk(
                    "disk-coupling",
                    "what a disk of one's own is worth: to eight volumes, beside 16 hostile streams, to Spark jobs",
                    stage -> new DiskCoupling(stage).play())
            .of(List.of("volumes", "holder", "jobs"))
            .usually(Scenario.RATE_OF_THREE_DISKS, Scenario.REQUESTS);

    private final Stage stage;
    private final Outcome outcome = new Outcome();

    private DiskCoupling(Stage stage) {
        this.stage = stage;
    }

    private Outcome play() throws Exception {
        outcome.figure("diskMiBps", stage.diskRate());
        if (stage.plays("volumes")) {
            volumes();
        }
        if (stage.plays("holder")) {
            holder();
        }
        if (stage.plays("jobs")) {
            jobs();
        }
        return outcome;
    }

    /** What the volumes of an application do, past the page cache. */
    private record Access(String name, String fio) {

        static Access of(String order, String direction, String size, int depth) {
            String name = "%s %s, %siB, %d at a time".formatted(order, direction, size, depth);
            String verb = (order.equals("random") ? "rand" : "") + direction;
            return new Access(name, "--rw=%s --bs=%s --iodepth=%d".formatted(verb, size, depth));
        }

        String direction() {
            return name.contains(" read,") ? "read" : "write";
        }
    }

    /** The rates of the eight volumes, the requests of each, and how long their disks were busy. */
    private record Volumes(
            double meanMBps, double leastMBps, double mostMBps, double requestsPerSecond, double busyPercent) {}

    /** The mean of the volumes in each repeat, by access, for so many disks below them. */
    private record Layout(int disks, Map<String, List<Volumes>> found) {}

    private void volumes() throws Exception {
        stage.say(
                "%d disks of %d MiB/s that seek, %d volumes on %s of them ...",
                VOLUMES, VOLUMES_DISK_MIB, VOLUMES, DISKS);
        try (RunResources own = stage.resources().own(new RunResources())) {
            List<SlowDisk> disks = new ArrayList<>();
            for (int number = 0; number < VOLUMES; number++) {
                Path folder = Files.createDirectories(stage.folder().resolve("volume-" + number));
                disks.add(SlowDisk.in(folder, own, DiskKind.SEEKING, VOLUMES_DISK_MIB, stage.readaheadKib(), 7, 64, 1));
                SlowDisk disk = disks.get(number);
                disk.rate(1L << 30); // while it is filled
                // Else the kernel seeks to clear tables of inodes meanwhile.
                String unused = SystemCommands.output(
                        "mount", "-o", "remount,noinit_itable", disk.mount().toString());
            }
            for (int count : DISKS) {
                for (int volume = 0; volume < VOLUMES; volume++) {
                    Path file = volume(disks, count, volume);
                    if (!Files.exists(file)) {
                        Neighbours.zeros(file, VOLUME_MIB);
                    }
                }
            }
            for (SlowDisk disk : disks) {
                disk.flush();
                disk.rate((long) VOLUMES_DISK_MIB << 20);
            }
            List<Layout> layouts = new ArrayList<>();
            for (int count : DISKS) {
                Map<String, List<Volumes>> found = new LinkedHashMap<>();
                for (Access access : ACCESSES) {
                    String name = access.name() + ", " + count + " disks";
                    found.put(access.name(), Runs.of(stage, name, () -> volumes(disks, count, access)));
                }
                layouts.add(new Layout(count, found));
            }
            tell(layouts);
        }
    }

    /** The file of a volume when all volumes are on so many disks: 8 on 3 are 3, 3 and 2. */
    private static Path volume(List<SlowDisk> disks, int count, int volume) {
        return disks.get(volume % count).mount().resolve("volume-" + volume);
    }

    private Volumes volumes(List<SlowDisk> disks, int count, Access access) throws IOException {
        List<String> command =
                new ArrayList<>(List.of((FIO + stage.window().toSeconds() + " " + access.fio()).split(" ", -1)));
        for (int volume = 0; volume < VOLUMES; volume++) {
            command.add("--name=volume-" + volume);
            command.add("--filename=" + volume(disks, count, volume));
        }
        List<SlowDisk> used = disks.subList(0, count);
        double busyBefore = total(each(used, SlowDisk::busyMillis));
        Map<String, Object> told = JSON.std.mapFrom(SystemCommands.output(command.toArray(String[]::new)));
        double busy = total(each(used, SlowDisk::busyMillis)) - busyBefore;
        List<Double> bytes = new ArrayList<>();
        double requests = 0;
        double longest = 0;
        for (Object job : (List<?>) told.get("jobs")) {
            Map<?, ?> moved = (Map<?, ?>) ((Map<?, ?>) job).get(access.direction());
            bytes.add(number(moved, "io_bytes"));
            requests += number(moved, "total_ios");
            longest = Math.max(longest, number(moved, "runtime"));
        }
        // All by the same time: who is served last works beside nobody for a while.
        double seconds = longest / 1e3;
        List<Double> rates = each(bytes, moved -> moved / seconds / MEGA);
        double perSecond = requests / VOLUMES / seconds;
        double busyPercent = Math.min(100, busy / count / longest * 100);
        return new Volumes(total(rates) / VOLUMES, smallest(rates), largest(rates), perSecond, busyPercent);
    }

    private static double number(Map<?, ?> told, String name) {
        return ((Number) told.get(name)).doubleValue();
    }

    /** Adds figures, bars and charts. */
    private void tell(List<Layout> layouts) {
        Layout apart = layouts.get(0);
        Layout together = layouts.get(layouts.size() - 1);
        outcome.figure("volumes", VOLUMES)
                .figure("volumesDiskMiBps", VOLUMES_DISK_MIB)
                .figure("volumeMiB", VOLUME_MIB);
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        Map<String, List<Double>> busy = new LinkedHashMap<>();
        for (Access access : ACCESSES) {
            String name = access.name();
            for (Layout layout : layouts) {
                List<Volumes> runs = layout.found().get(name);
                outcome.figure(name + ", " + layout.disks() + " disks", Figures.of(runs));
                rates.computeIfAbsent(name, none -> new ArrayList<>()).add(median(each(runs, Volumes::meanMBps)));
                busy.computeIfAbsent(name, none -> new ArrayList<>()).add(median(each(runs, Volumes::busyPercent)));
            }
            List<Volumes> alone = apart.found().get(name);
            List<Volumes> coupled = together.found().get(name);
            List<Double> factors = new ArrayList<>();
            for (int i = 0; i < alone.size(); i++) {
                factors.add(alone.get(i).meanMBps() / coupled.get(i).meanMBps());
            }
            outcome.atLeast(name + ": each of eight on eight disks, times on two", factors, LEAST_FACTOR);
        }
        List<String> counts =
                layouts.stream().map(each -> each.disks() + " disks").toList();
        outcome.chart(Charts.bars("Eight volumes, mean", "MB/s each", counts, rates))
                .chart(Charts.bars("Eight volumes, utilisation of their disks", "percent", counts, busy));
    }

    /** The time of each of 1, 2 and 4 jobs on a disk, each on files of its own; without the hook. */
    private void jobs() throws Exception {
        SparkDisk disk = new SparkDisk(stage, JOBS_DISK_MIB, JOBS, Collections.max(COUPLINGS));
        disk.hook(false, "");
        outcome.figure("jobsDiskMiBps", JOBS_DISK_MIB);
        Map<String, List<Double>> busy = new LinkedHashMap<>();
        for (Workload job : List.of(TERA_SORT, PAGE_RANK)) {
            double alone = Double.NaN;
            List<Double> seconds = List.of();
            for (int number : COUPLINGS) {
                String name = job + ", seconds of each of " + number;
                List<Workload> copies = Collections.nCopies(number, job);
                List<List<SparkDisk.Run>> runs = Runs.of(stage, name, () -> disk.run(copies, Neighbours.Kind.NOBODY));
                seconds = each(runs, all -> total(each(all, SparkDisk.Run::seconds)) / number);
                alone = number == 1 ? median(seconds) : alone;
                List<Double> percents = each(runs, all -> largest(each(all, SparkDisk.Run::diskBusyPercent)));
                busy.computeIfAbsent(job.toString(), none -> new ArrayList<>()).add(median(percents));
                outcome.small(name, seconds).small(job + ", percent that the disk is busy for " + number, percents);
            }
            double usual = alone;
            outcome.atLeast(job + ": each of four, times alone", each(seconds, each -> each / usual), PAPERS.get(job));
        }
        List<String> counts = COUPLINGS.stream().map(number -> number + " jobs").toList();
        outcome.chart(Charts.bars("Jobs on a disk, its utilisation", "percent", counts, busy));
    }

    /** The tenant with its own disk, alone and beside the others' streams on the other disk. */
    private record Holder(
            double holderAloneMBps, double holderBesideMBps, double hostileMBps, double holderKeptPercent) {}

    private void holder() throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage.onDisks(2), DiskKind.STEADY, 2)) {
            cluster.hook(true);
            List<Holder> runs;
            try (Streams holder = cluster.disks().get(0).reading(0, 4)) {
                runs = Runs.of(stage, "on a disk of its own", () -> {
                    double alone = settled(List.of(holder)).get(0);
                    try (Streams others = cluster.disks().get(1).reading(1, 16)) {
                        List<Double> both = settled(List.of(holder, others));
                        return new Holder(alone, both.get(0), both.get(1), both.get(0) / alone * 100);
                    }
                });
                holder.check();
            }
            String kept = "on a disk of its own, beside 16 streams on the other one: percent of alone";
            double rate = cluster.disk().rate() / MEGA;
            List<Double> hostile = each(runs, run -> run.hostileMBps() / rate * 100);
            outcome.figure("holder", Figures.of(runs))
                    .atLeast(kept, each(runs, Holder::holderKeptPercent), 99)
                    .atLeast(VALID + "the 16 streams, percent of their disk's rate", hostile, 90)
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
        }
    }

    /** Rates in MB/s. */
    private List<Double> settled(List<Streams> streams) {
        Rates.over(Duration.ofSeconds(5), List.of());
        return each(Rates.over(stage.window(), streams), rate -> rate / MEGA);
    }
}
