package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.load.SeededText.PAGES;

import io.hdfsthrottle.bench.load.SeededText;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

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

    String tenant() {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Writes a file of input; returns what a job has to tell of it. */
    Map<String, Number> write(Hdfs client, String path, int units) throws IOException {
        if (equals(TERA_SORT)) {
            return Map.of("records", (long) units, "checksum", writeRecords(client, path, units));
        }
        SeededText text = equals(WORD_COUNT) ? SeededText.words(1) : SeededText.links(3);
        text.write(client, path, units);
        long count = text.countInChunk() * units;
        return equals(WORD_COUNT) ? Map.of("words", count) : Map.of("links", count, "ranks", (double) PAGES);
    }

    /** Returns the sum of the records' CRC-32; the first bytes of each are its key. */
    private long writeRecords(Hdfs client, String path, int count) throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        byte[] record = new byte[unitBytes];
        long checksum = 0;
        try (OutputStream out = new BufferedOutputStream(client.create(path), 1 << 16)) {
            for (int i = 0; i < count; i++) {
                random.nextBytes(record);
                out.write(record);
                CRC32 crc = new CRC32();
                crc.update(record);
                checksum += crc.getValue();
            }
        }
        return checksum;
    }

    /** Checks what a job told. Sums of floating-point numbers are rounded. */
    void check(Map<String, Object> told, Map<String, Number> right) {
        boolean same = right.entrySet().stream().allMatch(each -> {
            double most = each.getValue() instanceof Double sum ? RANK_ROUNDING * sum : 0;
            return Math.abs(SparkJobs.number(told, each.getKey())
                            - each.getValue().doubleValue())
                    <= most;
        });
        if (!same || Boolean.FALSE.equals(told.get("ordered"))) {
            throw new IllegalStateException(name + " did not find the " + input + " that was written: " + told);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
