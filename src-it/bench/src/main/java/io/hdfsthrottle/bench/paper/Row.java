package io.hdfsthrottle.bench.paper;

import static io.hdfsthrottle.bench.paper.Proof.large;
import static io.hdfsthrottle.bench.paper.Proof.ruledOut;
import static io.hdfsthrottle.bench.paper.Proof.small;
import static io.hdfsthrottle.bench.paper.Proof.test;
import static io.hdfsthrottle.bench.paper.Run.APPOINTMENTS;
import static io.hdfsthrottle.bench.paper.Run.COUPLED_JOBS;
import static io.hdfsthrottle.bench.paper.Run.FORECAST;
import static io.hdfsthrottle.bench.paper.Run.HINTS;
import static io.hdfsthrottle.bench.paper.Run.HISTORY;
import static io.hdfsthrottle.bench.paper.Run.INTERLEAVING;
import static io.hdfsthrottle.bench.paper.Run.KERNEL_LIMITS;
import static io.hdfsthrottle.bench.paper.Run.KERNEL_OVERHEAD;
import static io.hdfsthrottle.bench.paper.Run.KERNEL_WEIGHTS;
import static io.hdfsthrottle.bench.paper.Run.LIMITED_JOBS;
import static io.hdfsthrottle.bench.paper.Run.LOCAL_IO;
import static io.hdfsthrottle.bench.paper.Run.NEIGHBOURS;
import static io.hdfsthrottle.bench.paper.Run.NETWORK;
import static io.hdfsthrottle.bench.paper.Run.NODES;
import static io.hdfsthrottle.bench.paper.Run.OWN_DISK;
import static io.hdfsthrottle.bench.paper.Run.SHARES;
import static io.hdfsthrottle.bench.paper.Run.TASKS;
import static io.hdfsthrottle.bench.paper.Run.TIERS;
import static io.hdfsthrottle.bench.paper.Run.VOLUMES;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What each of the four papers does, and what shows it here: A is the one on Spark's I/O under Mesos, B on disks as
 * resources of a platform, C on storage nodes (VNode Sync), D Minerva.
 */
public record Row(String name, String claim, List<Proof> proofs) {

    /** Every row, in their order. */
    public static final List<Row> ALL = List.of(
            row(
                    "A1",
                    "An agent reports the I/O of every executor and of its machine",
                    test("ExecutorsTest"),
                    test("LocalIoIT"),
                    test("WaitedIT")),
            row(
                    "A2",
                    "The DataNode holds every application to its data rate, of reads and writes",
                    small(
                            TASKS,
                            "two applications at 30 and 10 MB/s a task, then the other way round: furthest off, %",
                            "A, figure 4: follows the limit",
                            "limits, hook off > offPercent",
                            "limits: furthest from what it is due, percent",
                            "limits"),
                    test("TaskRatesIT")),
            row(
                    "A3",
                    "A job takes as long beside whomever as alone; local I/O and HDFS are one share",
                    beside("WordCount", "each other", "1.76 (uncontrolled; A, tables I to IV)"),
                    beside("TeraSort", "each other", "1.33 (uncontrolled)"),
                    beside("WordCount", "HDFS reader", "1.22 (uncontrolled 1.36)"),
                    beside("TeraSort", "HDFS reader", "1.06 (uncontrolled 1.09)"),
                    beside("WordCount", "HDFS writer", "1.30 (uncontrolled 4.00)"),
                    beside("TeraSort", "HDFS writer", "1.12 (uncontrolled 2.04)"),
                    beside("WordCount", "fio reader", "1.09 (uncontrolled 2.24)"),
                    beside("TeraSort", "fio reader", "1.02 (uncontrolled 1.14)"),
                    beside("WordCount", "fio writer", "3.55 (uncontrolled 3.55)"),
                    beside("TeraSort", "fio writer", "2.03 (uncontrolled 1.97)"),
                    small(
                            NETWORK,
                            "three tenants on a network slower than their disks, furthest off 4:8:8, %",
                            "",
                            "hook off > worstErrorPercent",
                            "socket pacing > worstErrorPercent",
                            ""),
                    small(
                            LOCAL_IO,
                            "HDFS reads and shuffle files of two applications together, off 1:4, %",
                            "",
                            "uncontrolled > offPercent",
                            "HDFS and local I/O together, furthest from 1:4, percent",
                            ""),
                    test("ExecutorGroupsIT"),
                    test("NativeLayersIT")),
            row(
                    "A4",
                    "What disks still have is offered; an application states its need and is admitted or waits",
                    test("OfferedBandwidthIT"),
                    test("OfferingTest"),
                    test("AdmittedReservationsTest"),
                    test("RunningPartsTest"),
                    ruledOut(
                            "offers that follow what is free while a Worker runs",
                            "a Worker of Spark reads its resources once, when it starts: what is free decides on"
                                    + " admission instead")),
            row(
                    "A5",
                    "State is shared through ZooKeeper; a connection leads to its application at the right DataNode",
                    test("SparkTaggingIT"),
                    test("FailoverTest")),
            row(
                    "A6",
                    "Limits hold for each task (the authors' future work)",
                    small(
                            TASKS,
                            "each of four tasks at 30 or 10 MB/s, furthest off, %",
                            "none: only for an executor",
                            "limits, hook off > offPercentAfterTheChange",
                            "limits, hook on > offPercentAfterTheChange",
                            "limits"),
                    limited("WordCount", "TeraSort"),
                    limited("TeraSort", "WordCount"),
                    test("TaskRatesIT")),
            row(
                    "B1",
                    "A disk is leased whole to one application and shared with nobody",
                    large(
                            OWN_DISK,
                            "a reader on a disk of its own, not leased, beside 16 streams on another disk, % of alone",
                            "100",
                            "",
                            "on a disk of its own, beside 16 streams on the other one: percent of alone",
                            ""),
                    test("LeasedDisksIT")),
            row(
                    "B2",
                    "A catalogue is launched, followed and destroyed by REST and by a page",
                    test("LaunchByPageIT"),
                    test("LaunchOnYarnIT"),
                    test("LaunchFeatureTest"),
                    test("DisturbanceTest"),
                    test("LocalBackendTest"),
                    test("LaunchesTest"),
                    test("LaunchOnHostsIT")),
            row(
                    "B3",
                    "Disks are offered to schedulers beside processors and memory",
                    test("DiscoveryScriptIT"),
                    test("OfferedUnitsTest"),
                    test("LeasedDisksIT"),
                    test("LeaseCommandsTest")),
            row(
                    "B4",
                    "Volumes that share disks cost what they share (figures 5 and 6; the disks alone, without hdfs-throttle)",
                    coupled("sequential read, 1MiB, 1 at a time", "about 4, two halvings"),
                    coupled("sequential write, 1MiB, 1 at a time", "about 4, two halvings"),
                    coupled("sequential read, 1MiB, 8 at a time", ""),
                    coupled("sequential write, 1MiB, 8 at a time", ""),
                    coupled(
                            "sequential read, 4KiB, 1 at a time",
                            "about 1: its hypervisor is the limit; here each request seeks"),
                    coupled(
                            "sequential write, 4KiB, 1 at a time",
                            "about 1: its hypervisor is the limit; here each request seeks"),
                    coupled("random read, 4KiB, 1 at a time", "less where disks are shared"),
                    coupled("random write, 4KiB, 1 at a time", "less where disks are shared"),
                    coupled("random read, 4KiB, 8 at a time", "less where disks are shared"),
                    coupled("random write, 4KiB, 8 at a time", "less where disks are shared"),
                    coupled("random read, 4MiB, 1 at a time", ""),
                    coupled("random write, 4MiB, 1 at a time", ""),
                    jobs("TeraSort", "2.52 to 4.58, its hypervisor included"),
                    jobs("PageRank", "1.09 to 1.85, its hypervisor included")),
            row(
                    "C1",
                    "What serves a user's request on a storage node runs in that user's control group",
                    test("BlkioKernelIT"),
                    test("BlkioMatrixIT")),
            row(
                    "C2",
                    "Each user gets the bandwidth times its priority by the sum of priorities (algorithm 1)",
                    small(
                            SHARES,
                            "priorities 4, 8 and 8 with 8, 2 and 1 threads, furthest off, %",
                            "as set",
                            "4:8:8 with 8:2:1, uncontrolled > worstErrorPercent",
                            "4:8:8 with 8:2:1, controlled > worstErrorPercent",
                            "4:8:8 with 8:2:1"),
                    test("WeightedMaxMinTest")),
            row(
                    "C3",
                    "Control costs little, and a throttled tenant gets its limit, reading or writing (figures 2 and 3); with blkio as"
                            + " a backstop, and paced alone, as on hosts of cgroup v2",
                    overhead("8 streams, objects of 16 KB", "reads: less than 10"),
                    overhead("8 streams, objects of 16 MB", "reads: less than 10"),
                    overhead("1 stream, objects of 16 MB", "reads: less than 10"),
                    overhead("8 streams, writes, files of 16 MB", "writes: 3"),
                    overhead("1 stream, writes, files of 16 MB", "writes: less than 25"),
                    limit(10, "", "objects of 16 KB", ""),
                    limit(20, "", "objects of 16 KB", ""),
                    limit(30, "", "objects of 16 KB", ""),
                    limit(40, "", "objects of 16 KB", "48 off: 20.7 MB/s"),
                    limit(10, "", "objects of 16 MB", ""),
                    limit(20, "", "objects of 16 MB", ""),
                    limit(30, "", "objects of 16 MB", ""),
                    limit(40, "", "objects of 16 MB", "48 off: 20.7 MB/s"),
                    limit(10, "", "writes, files of 16 MB", ""),
                    limit(20, "", "writes, files of 16 MB", ""),
                    limit(30, "", "writes, files of 16 MB", ""),
                    limit(40, "", "writes, files of 16 MB", "off, too"),
                    limit(10, "", "writes, files of 256 MB", ""),
                    limit(20, "", "writes, files of 256 MB", ""),
                    limit(30, "", "writes, files of 256 MB", ""),
                    limit(40, "", "writes, files of 256 MB", "off, too"),
                    limit(40, " paced", "objects of 16 KB", "48 off: 20.7 MB/s"),
                    limit(40, " paced", "objects of 16 MB", "48 off: 20.7 MB/s"),
                    limit(40, " paced", "writes, files of 16 MB", "off, too"),
                    limit(40, " paced", "writes, files of 256 MB", "off, too")),
            row(
                    "C4",
                    "Weights are exact and cost little on a disk that bfq schedules, reading or writing (figure 4)",
                    weight("bfq, 50/25/25, objects of 16 KB"),
                    weight("bfq, 40/20/20/20, objects of 16 MB"),
                    weight("bfq, 50/25/25, writes, files of 16 MB"),
                    weight("bfq, 40/20/20/20, writes, files of 256 MB")),
            row(
                    "C5",
                    "A limit on every storage node is one on all together (figure 5; one host: no locality to show)",
                    sweep(16),
                    sweep(8),
                    sweep(4),
                    sweep(2)),
            row(
                    "C6",
                    "A job of high priority beside background readers takes as long as alone (figure 6)",
                    besideReaders(5, "1.0, and most of the disk unused"),
                    besideReaders(10, "1.0 to 1.4"),
                    besideReaders(20, "1.0 to 1.4"),
                    besideReaders(40, "1.0 to 1.4"),
                    small(
                            KERNEL_LIMITS,
                            "beside two readers of a hundredth of its weight, times alone",
                            "1.4 without a limit",
                            "beside readers, plain HDFS > timesAlone",
                            "beside readers of a hundredth of the weight > timesAlone",
                            "beside readers of a hundredth"),
                    large(
                            KERNEL_LIMITS,
                            "what the disk moves beside readers of a hundredth of the weight, % of plain HDFS",
                            "not told",
                            "",
                            "beside readers of a hundredth of the weight > movedPercentOfPlainHdfs",
                            "beside readers of a hundredth")),
            row(
                    "D1",
                    "Who used less of a disk over time goes first (Fennel)",
                    test("FennelTest"),
                    test("HistoryFeatureTest"),
                    small(
                            HISTORY,
                            "job of a tenant that used little beside one that used much, seconds",
                            "D, figure 3 a, no number",
                            "plain HDFS > jobSeconds",
                            "with history > jobSeconds",
                            ""),
                    small(
                            HISTORY,
                            "the same with equal shares and no history, seconds",
                            "",
                            "plain HDFS > jobSeconds",
                            "equal shares > jobSeconds",
                            ""),
                    small(
                            HISTORY,
                            "% that the disk gives the other less in the same time, whoever goes first",
                            "no figure",
                            "",
                            "heavy tenant: reads less than with equal shares, percent, median",
                            "")),
            row(
                    "D2",
                    "Who yields earns credits and buys priority with them",
                    large(
                            HINTS,
                            "credits of the one that yields",
                            "2.5 to 14 minutes an hour",
                            "",
                            "credits",
                            "credits"),
                    test("CreditFeatureTest"),
                    test("LedgerTest"),
                    test("CreditOwnershipTest"),
                    test("DailyTimeTest")),
            row(
                    "D3",
                    "A client asks when to read and is told: now, after so long, or when called",
                    test("CalendarTest"),
                    test("AppointmentsInSparkTest"),
                    test("AppointmentNodesTest"),
                    large(
                            APPOINTMENTS,
                            "deadlines met of four beside a neighbour with 16 threads",
                            "500 MB within 20 s, one",
                            "plain HDFS > inTime",
                            "with appointments > inTime",
                            ""),
                    large(
                            APPOINTMENTS,
                            "the same with equal shares and no appointments",
                            "",
                            "plain HDFS > inTime",
                            "equal shares > inTime",
                            "")),
            row(
                    "D4",
                    "A new stream is recognised early, and the next second's I/O is forecast (gradient boosting)",
                    small(
                            FORECAST,
                            "seconds until a heavy newcomer is recognised",
                            "5",
                            "",
                            "neighbour: recognised, seconds after it began, worst",
                            "recognised"),
                    small(
                            FORECAST,
                            "error of the next second's forecast, times the naive one, worse tenant",
                            "15 MB/s",
                            "",
                            "forecast of the next second: error, times naive, median, worse tenant",
                            "forecast of the next second"),
                    small(
                            FORECAST,
                            "error of the mean of 15 s, times the naive one, worse tenant",
                            "no figure",
                            "",
                            "forecast of the mean of 15 s: error, times naive, median, worse tenant",
                            "forecast of the mean of 15 s"),
                    test("AnnouncedTest")),
            row(
                    "D5",
                    "Reading and computing by turns are interleaved (ARIMA, 15 s ahead; figure 3 d and e)",
                    small(
                            INTERLEAVING,
                            "% of the time in which the disk is idle",
                            "no figure",
                            "without > idlePercent",
                            "with > idlePercent",
                            ""),
                    small(
                            FORECAST,
                            "error of each of 15 s, times the naive one, worse tenant",
                            "no figure",
                            "",
                            "forecast of each of 15 s: error, times naive, median, worse tenant",
                            "forecast of each of 15 s")),
            row(
                    "D6",
                    "Files can be written to memory and SSD and go on to disks in quiet times",
                    large(
                            TIERS,
                            "written to memory, MB/s (HDFS alone to a disk: 30)",
                            "900",
                            "writesMBps > RAM_DISK, HDFS alone",
                            "writesMBps > RAM_DISK, hdfs-throttle",
                            "temporary"),
                    small(
                            TIERS,
                            "seconds to write 256 MiB to memory",
                            "no figure",
                            "writeSeconds > RAM_DISK, HDFS alone",
                            "writeSeconds > RAM_DISK, hdfs-throttle",
                            "temporary"),
                    large(
                            TIERS,
                            "written to an SSD of 120 MiB/s, MB/s",
                            "422",
                            "writesMBps > SSD, HDFS alone",
                            "writesMBps > SSD, hdfs-throttle",
                            "stable"),
                    small(
                            TIERS,
                            "files on their way lost when processes are killed",
                            "not told",
                            "",
                            "killed: files lost or changed",
                            "killed"),
                    test("TiersIT")),
            row(
                    "D7",
                    "Commands and a library for clients, both optional",
                    test("CreditCommandsTest"),
                    test("AppointmentCommandsTest"),
                    test("ForecastsCommandTest"),
                    test("ThrottleClientTest"),
                    test("ClientInSparkTest")),
            row(
                    "D8",
                    "Four jobs with a hint, and a job beside a heavy neighbour that is forecast (figures 2 and 3 c)",
                    hint("checksum", "29"),
                    hint("load", "38"),
                    hint("grep", "13"),
                    hint("word count", "1"),
                    small(
                            FORECAST,
                            "job that reads and sleeps in turn, as one of MapReduce, beside a heavy neighbour, seconds",
                            "21 % less",
                            "plain HDFS > jobSeconds",
                            "with forecasts > jobSeconds",
                            "job: shorter"),
                    small(
                            FORECAST,
                            "the same with equal shares and no forecasts, seconds",
                            "",
                            "plain HDFS > jobSeconds",
                            "equal shares > jobSeconds",
                            "job: shorter")));

    public Row {
        proofs = List.copyOf(proofs);
    }

    private static Row row(String name, String claim, Proof... proofs) {
        return new Row(name, claim, List.of(proofs));
    }

    /** The row of that name; none if there is none. */
    public static Optional<Row> named(String name) {
        return ALL.stream().filter(row -> row.name.equals(name)).findFirst();
    }

    private static Proof beside(String job, String neighbour, String paper) {
        String line = job + " beside " + neighbour;
        String other = job.equals("WordCount") ? "TeraSort" : "WordCount";
        return small(
                NEIGHBOURS,
                line.replace("each other", other) + ", times alone"
                        + (neighbour.equals("fio writer") ? ", with `guard.dirty.limit` 1 MiB" : ""),
                paper,
                line + ", hook off > timesAlone",
                line + ", hook on > timesAlone",
                line);
    }

    private static Proof limited(String preferred, String other) {
        String both = ", " + preferred + " preferred: reads, percent of the limit";
        return large(
                LIMITED_JOBS,
                preferred + " at 6 MB/s a task beside " + other + " at 2, % of the limit",
                "A, figure 4: 30 and 10 MB/s, follows the limit",
                "",
                preferred + both,
                both);
    }

    private static Proof coupled(String access, String paper) {
        return large(
                VOLUMES,
                access + ", by fio and without HDFS: each of eight volumes on eight disks, times on two",
                paper,
                "",
                access + ": each of eight on eight disks, times on two",
                access);
    }

    private static Proof jobs(String job, String paper) {
        return small(
                COUPLED_JOBS,
                job + ", each of four on a disk, times alone",
                paper,
                "",
                job + ": each of four, times alone",
                job);
    }

    private static Proof overhead(String load, String paper) {
        return small(KERNEL_OVERHEAD, load + ", % lost", paper, "", load + " > costPercent", load);
    }

    private static Proof limit(int limit, String how, String load, String paper) {
        String name = limit + " MB/s" + how + ", " + load;
        return small(
                KERNEL_LIMITS,
                "one of four whose limit is its reservation, " + name + ", off it, %",
                paper,
                "",
                name + ": off its limit, percent",
                name);
    }

    private static Proof weight(String load) {
        return small(
                KERNEL_WEIGHTS,
                load + ", furthest off, %",
                "as set, 8 lost",
                "",
                load + ": worst error, percent",
                load);
    }

    private static Proof sweep(int part) {
        String name = "sweep at 1/" + part + " of the nodes";
        return small(
                NODES,
                "a limit of 1/" + part + " of three DataNodes, off what is due, %",
                "follows the limit",
                name + " > uncontrolled > worstErrorPercent",
                name + " > controlled > worstErrorPercent",
                name);
    }

    private static Proof besideReaders(int limit, String paper) {
        return small(
                KERNEL_LIMITS,
                "beside two readers at most at " + limit + " MB/s each, times alone",
                paper,
                "beside readers, plain HDFS > timesAlone",
                "beside readers at most at " + limit + " MB/s each > timesAlone",
                "beside readers at most at " + limit);
    }

    private static Proof hint(String job, String paper) {
        return large(
                HINTS,
                job + ", a reader of its size, % shorter than with equal shares when the word count yields",
                paper,
                "",
                "shorterPercent > " + job,
                job + ":");
    }

    /** The runs that show it, in the order of all. */
    public Set<Run> runs() {
        Set<Run> runs = new TreeSet<>();
        proofs.stream().map(Proof::run).flatMap(Optional::stream).forEach(runs::add);
        return runs;
    }
}
