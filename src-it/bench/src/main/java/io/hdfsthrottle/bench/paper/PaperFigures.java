package io.hdfsthrottle.bench.paper;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.numbered;

import io.hdfsthrottle.bench.paper.Panel.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The papers' figures that can be drawn from the JSON. */
final class PaperFigures {

    static final String ABOUT = """

            ## Figures and tables of the papers
            Drawn from the JSON, with the axes of the papers, to be laid beside theirs. What holds of that is in the rows
            above. Not drawn: B 7 (jobs that begin one after the other), and A 4, B 8, B 9, D 2 and D 3, whose axis is time
            or single tasks, of which the JSON has nothing. The picture of row A2 has the axes of A 4.
            """;

    private static final List<String> OBJECTS = List.of("objects of 16 KB", "objects of 16 MB");
    private static final List<String> FILES = List.of("writes, files of 16 MB", "writes, files of 256 MB");

    private static final List<String> LIMITS =
            List.of("uncontrolled", "10 MB/s", "20 MB/s", "30 MB/s", "40 MB/s", "40 MB/s paced");

    static final List<PaperFigure> ALL = List.of(
            new PaperFigure(
                    "B4",
                    5,
                    Run.VOLUMES,
                    "rates of eight volumes on fewer and fewer disks",
                    "Eight, four and two disks are its configurations 1, 3 and 4, and eight its own platform. Three are not"
                            + " in it. Its deeper queue is of 64 requests.",
                    List.of(
                            volumes("sequential write"),
                            volumes("sequential read"),
                            requests("random write"),
                            requests("random read"))),
            new PaperFigure(
                    "B4",
                    6,
                    Run.COUPLED_JOBS,
                    "execution times where disks are shared",
                    "In the paper the volumes of one job share disks, here jobs share one. With four volumes on a disk its"
                            + " Spark takes 2.52 times as long for TeraSort, and 1.085 times for PageRank.",
                    List.of(sideBySide(
                            "",
                            "jobs (paper: volumes) on a disk, as in its configurations 1, 3 and 4",
                            "execution time, seconds (paper: minutes)",
                            groups("1", "1", "2", "2", "4", "4"),
                            Series.of("TeraSort", "TeraSort, seconds of each of %s", 1),
                            Series.of("PageRank", "PageRank, seconds of each of %s", 1)))),
            new PaperFigure(
                    "C3",
                    2,
                    Run.KERNEL_OVERHEAD,
                    "what control costs",
                    "Plain HDFS is what the paper calls physical. Two and four streams, and small writes, are not measured"
                            + " here. The paper's bars are what its text says of the worst.",
                    List.of(
                            overhead("reads", groups(List.of("1 stream", "8 streams"), "%2$s, %1$s", OBJECTS)),
                            overhead(
                                    "writes",
                                    groups(List.of("1 stream", "8 streams"), "%2$s, %1$s", FILES.subList(0, 1))))),
            new PaperFigure(
                    "C3",
                    3,
                    Run.KERNEL_LIMITS,
                    "four tenants, one of them with a limit",
                    "The limit is also a reservation. In the paper the one with a limit of 40 MB/s got 20.7 MB/s. It wrote"
                            + " objects of 16 KB and 16 MB, here files have 16 and 256 MB.",
                    List.of(limits("reads", OBJECTS), limits("writes", FILES))),
            new PaperFigure(
                    "C4",
                    4,
                    Run.KERNEL_WEIGHTS,
                    "shares by weight",
                    "One and two tenants are not measured here. In the paper shares are as set, and at most 8 % of the"
                            + " total is lost.",
                    List.of(weights("reads", OBJECTS), weights("writes", FILES))),
            new PaperFigure(
                    "C5",
                    5,
                    Run.NODES,
                    "a limit on every storage node",
                    "Three DataNodes on one host, not 16, so there is no locality to show, and no Lustre. Another tenant"
                            + " reads beside. The bandwidth of the paper follows the limit.",
                    List.of(sideBySide(
                            "",
                            "limit on each of three DataNodes, MB/s",
                            "aggregate bandwidth of the tenant, MB/s",
                            groups("3.9", "16", "7.9", "8", "15.7", "4", "31.5", "2"),
                            sweep("limit of all three", "controlled", "dueMBps"),
                            sweep("hdfs-throttle", "controlled", "totalMBps"),
                            sweep("plain HDFS, no limit", "uncontrolled", "totalMBps")))),
            new PaperFigure(
                    "C6",
                    6,
                    Run.KERNEL_LIMITS,
                    "a job beside two background readers",
                    "The job is no ParaView, but reads and computes by turns. In the paper it takes as long as alone where"
                            + " readers get 5 MB/s, and up to 1.4 times as long without a limit.",
                    List.of(sideBySide(
                            "",
                            "limit of each reader, MB/s (paper: W/O DM, 5 and more, W/O THTL)",
                            "finish time, seconds",
                            groups(
                                    "no readers",
                                    "alone",
                                    "5",
                                    "beside readers at most at 5 MB/s each",
                                    "10",
                                    "beside readers at most at 10 MB/s each",
                                    "20",
                                    "beside readers at most at 20 MB/s each",
                                    "40",
                                    "beside readers at most at 40 MB/s each",
                                    "none, plain HDFS",
                                    "beside readers, plain HDFS",
                                    "none, 1/100 of its weight",
                                    "beside readers of a hundredth of the weight"),
                            Series.of("job", "%s > seconds", 1)))));

    private PaperFigures() {}

    private static Panel sideBySide(
            String part, String across, String up, Map<String, String> groups, Series... series) {
        return new Panel(part, across, up, false, groups, List.of(series));
    }

    private static Map<String, String> groups(String... labelsAndNames) {
        Map<String, String> groups = new LinkedHashMap<>();
        for (int i = 0; i < labelsAndNames.length; i += 2) {
            groups.put(labelsAndNames[i], labelsAndNames[i + 1]);
        }
        return groups;
    }

    /** All of the inner ones for each of the outer ones; what is short of their names is written below them. */
    private static Map<String, String> groups(List<String> inner, String name, List<String> outer) {
        Map<String, String> groups = new LinkedHashMap<>();
        for (String one : outer) {
            for (String other : inner) {
                String whole = name.formatted(one, other);
                String brief = whole.replaceAll("(writes, )?(objects|files) of | streams?|bfq, |, 1 at a time", "")
                        .replace(" MB/s paced", "*")
                        .replace(" MB/s", "")
                        .replace("uncontrolled", "none");
                groups.put(brief, whole);
            }
        }
        return groups;
    }

    private static Panel volumes(String access) {
        List<String> disks = List.of("8 disks", "4 disks", "3 disks", "2 disks");
        return sideBySide(
                access,
                "block size, and disks below eight volumes",
                "bandwidth of a volume, MB/s",
                groups(disks, "%s, 1 at a time, %s", List.of("4KiB", "1MiB")),
                Series.of("least", access + ", %s > leastMBps", 1),
                Series.of("mean", access + ", %s > meanMBps", 1),
                Series.of("most", access + ", %s > mostMBps", 1));
    }

    private static Panel requests(String access) {
        return sideBySide(
                access + ", 4 KiB",
                "disks below eight volumes",
                "requests a second of a volume",
                groups("8", "8", "4", "4", "3", "3", "2", "2"),
                Series.of("1 at a time", access + ", 4KiB, 1 at a time, %s disks > requestsPerSecond", 1),
                Series.of("8 at a time", access + ", 4KiB, 8 at a time, %s disks > requestsPerSecond", 1));
    }

    private static Panel overhead(String part, Map<String, String> groups) {
        return sideBySide(
                part,
                "streams, and size of " + (part.equals("reads") ? "objects" : "files"),
                "aggregate bandwidth, times plain HDFS",
                groups,
                new Series("plain HDFS", (told, group) -> 1),
                new Series("hdfs-throttle", (told, group) -> 1 - told.number(group + " > costPercent") / 100),
                new Series("paper, at least", (told, group) -> {
                    double ofWrites = group.startsWith("8") ? 0.97 : 0.75;
                    return part.equals("reads") ? 0.9 : ofWrites;
                }));
    }

    private static Panel limits(String part, List<String> sizes) {
        return new Panel(
                part,
                "limit of tenant 1, MB/s (* without blkio), and size",
                "aggregate bandwidth, MB/s",
                true,
                groups(LIMITS, "%2$s, %1$s", sizes),
                numbered(4, i -> Series.of("tenant " + (i + 1), "%s > rates > * > " + i, MEGA)));
    }

    private static Panel weights(String part, List<String> sizes) {
        return new Panel(
                part,
                "weights of tenants, percent, and size",
                "bandwidth, times that of all under plain HDFS",
                false,
                groups(List.of("bfq, 50/25/25", "bfq, 40/20/20/20"), "%2$s, %1$s", sizes),
                numbered(
                        4,
                        i -> new Series(
                                "tenant " + (i + 1),
                                (told, group) -> told.number(group + " > rates > * > " + i)
                                        / told.number(group + ", uncontrolled > rates > * > +"))));
    }

    private static Series sweep(String name, String hook, String figure) {
        return Series.of(name, "sweep at 1/%s of the nodes > " + hook + " > tenants > * > t3 > " + figure, 1);
    }
}
