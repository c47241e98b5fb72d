package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.load.SeededText;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/**
 * The files that the copies of a job read, one each and a short one that is read before time is measured, and what the
 * job must find in them.
 *
 * @param name of the files and of the job's argument
 * @param copies how many copies may run at once
 * @param bytesRead by one copy
 * @param bytesWritten by one copy
 * @param more arguments of the job
 * @param isFoundIn whether the result of a job is right
 */
record JobInput(
        String name,
        int copies,
        double bytesRead,
        double bytesWritten,
        Map<String, String> more,
        Predicate<Map<String, Object>> isFoundIn) {

    private static final int RANK_ROUNDS = 10;
    private static final double RANK_ROUNDING = 1e-6;

    /** Of the sort benchmark: the first 10 bytes of each are the key. */
    private static final int RECORD_BYTES = 100;

    private static final int WARM_RECORDS = 10_000;

    /** Writes a text for each copy of WordCount. */
    static JobInput text(Hdfs client, int copies, int mebibytes) throws IOException {
        SeededText text = SeededText.words(1);
        long words = text.countInChunk() * mebibytes;
        return seeded(client, "text", copies, mebibytes, text, Map.of(), told -> number(told, "words") == words);
    }

    /**
     * Writes a list of links for each copy of PageRank. Every page has links in both directions, so ranks add up to the
     * number of pages.
     */
    static JobInput links(Hdfs client, int copies, int mebibytes) throws IOException {
        SeededText text = SeededText.links(3);
        long links = text.countInChunk() * mebibytes;
        int pages = SeededText.PAGES;
        Map<String, String> more = Map.of("pages", Integer.toString(pages), "rounds", Integer.toString(RANK_ROUNDS));
        return seeded(client, "links", copies, mebibytes, text, more, told -> {
            double off = Math.abs(number(told, "ranks") - pages);
            return number(told, "links") == links && off <= RANK_ROUNDING * pages;
        });
    }

    private static JobInput seeded(
            Hdfs client,
            String name,
            int copies,
            int mebibytes,
            SeededText text,
            Map<String, String> more,
            Predicate<Map<String, Object>> found)
            throws IOException {
        text.write(client, warm(name), 1);
        for (int copy = 0; copy < copies; copy++) {
            text.write(client, file(name, copy), mebibytes);
        }
        return new JobInput(name, copies, mebibytes * (double) (1 << 20), 0, more, found);
    }

    /** Writes records for each copy of TeraSort. */
    static JobInput records(Hdfs client, int copies, int count) throws IOException {
        String name = "records";
        long unused = records(client, warm(name), WARM_RECORDS, 1);
        long sum = 0;
        for (int copy = 0; copy < copies; copy++) {
            sum = records(client, file(name, copy), count, 2);
        }
        long checksum = sum;
        double bytes = count * (double) RECORD_BYTES;
        Map<String, String> more = Map.of("parts", Integer.toString(SparkDisk.TASKS));
        return new JobInput(
                name,
                copies,
                bytes,
                bytes,
                more,
                told -> number(told, "records") == count
                        && number(told, "checksum") == checksum
                        && Boolean.TRUE.equals(told.get("ordered")));
    }

    /** Returns the sum of the records' CRC-32. */
    private static long records(Hdfs client, String path, int count, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        CRC32 crc = new CRC32();
        byte[] record = new byte[RECORD_BYTES];
        long checksum = 0;
        try (OutputStream out = new BufferedOutputStream(client.create(path), 1 << 16)) {
            for (int i = 0; i < count; i++) {
                random.nextBytes(record);
                out.write(record);
                crc.reset();
                crc.update(record, 0, record.length);
                checksum += crc.getValue();
            }
        }
        return checksum;
    }

    private static String warm(String name) {
        return "/warm-" + name;
    }

    private static String file(String name, int copy) {
        return "/" + name + "-" + copy;
    }

    /** All files in HDFS. */
    List<String> paths() {
        List<String> paths = new ArrayList<>(List.of(warm(name)));
        for (int copy = 0; copy < copies; copy++) {
            paths.add(file(name, copy));
        }
        return paths;
    }

    /**
     * The arguments of the job's class.
     *
     * @param copy which of the copies runs, from 0
     * @param output a folder in HDFS that does not exist, for jobs that write
     */
    Map<String, String> arguments(int copy, String output) {
        Map<String, String> arguments = new LinkedHashMap<>(more);
        arguments.put("warm", warm(name));
        arguments.put(name, file(name, copy));
        if (bytesWritten > 0) {
            arguments.put("sorted", output);
        }
        return arguments;
    }

    /** A number of a result. */
    static double number(Map<String, Object> result, String name) {
        return ((Number) result.get(name)).doubleValue();
    }
}
