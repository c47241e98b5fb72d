package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.load.SeededText.PAGES;

import io.hdfsthrottle.bench.load.SeededText;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A job of the Spark I/O control paper (the first two) or of the platform paper, by its class; the name of its input,
 * which is texts and links of so many MiB or so many records, the bytes of a unit of that, the units that it reads
 * before time is measured, and more arguments.
 */
record Workload(String name, String job, String input, int unitBytes, int warmUnits, Map<String, String> more) {

    static final Workload WORD_COUNT = new Workload("WordCount", "WordCountJob", "text", 1 << 20, 1, Map.of());
    static final Workload TERA_SORT =
            new Workload("TeraSort", "TeraSortJob", "records", 100, 10_000, Map.of("parts", "" + SparkDisk.TASKS));

    /** Every page has links in both directions, so ranks add up to the number of pages. */
    static final Workload PAGE_RANK =
            new Workload("PageRank", "PageRankJob", "links", 1 << 20, 1, Map.of("pages", "" + PAGES, "rounds", "10"));

    private static final double RANK_ROUNDING = 1e-6;
    private static final List<String> FOUND = List.of("words", "records", "checksum", "links");

    String tenant() {
        return name.toLowerCase(Locale.ROOT);
    }

    void write(Hdfs client, String path, int units) throws IOException {
        if (equals(TERA_SORT)) {
            client.write(path, units * unitBytes, 2);
        } else {
            SeededText text = equals(WORD_COUNT) ? SeededText.words(1) : SeededText.links(3);
            text.write(client, path, units);
        }
    }

    /** Every run has to find the same, with the hook and without. The sum of ranks is rounded. */
    void check(Map<String, Object> told, Map<String, Object> first) {
        boolean same = FOUND.stream().allMatch(found -> Objects.equals(told.get(found), first.get(found)));
        double apart = Math.abs(SparkJobs.number(told, "ranks") - SparkJobs.number(first, "ranks"));
        if (!same || apart > RANK_ROUNDING * PAGES || Boolean.FALSE.equals(told.get("ordered"))) {
            throw new IllegalStateException(name + " found " + told + ", and " + first + " at first");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
