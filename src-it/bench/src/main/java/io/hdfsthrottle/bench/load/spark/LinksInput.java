package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.load.SeededText;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A list of links for each copy of PageRank. Every page has links in both directions, so ranks add up to the number of
 * pages.
 *
 * @param files the files
 * @param mebibytes of each
 * @param links in each
 */
record LinksInput(InputFiles files, int mebibytes, long links) implements JobInput {

    private static final int ROUNDS = 10;
    private static final double ROUNDING = 1e-6;

    static JobInput written(Hdfs client, int copies, int mebibytes) throws IOException {
        InputFiles files = new InputFiles("links", copies);
        SeededText links = SeededText.links(3);
        links.write(client, files.warm(), 1);
        for (int copy = 0; copy < copies; copy++) {
            links.write(client, files.of(copy), mebibytes);
        }
        return new LinksInput(files, mebibytes, links.countInChunk() * mebibytes);
    }

    @Override
    public List<String> paths() {
        return files.all();
    }

    @Override
    public Map<String, String> arguments(int copy, String output) {
        return Map.of(
                "warm",
                files.warm(),
                "links",
                files.of(copy),
                "pages",
                Integer.toString(SeededText.PAGES),
                "rounds",
                Integer.toString(ROUNDS));
    }

    @Override
    public boolean isFoundIn(Map<String, Object> result) {
        double ranks = JobInput.number(result, "ranks");
        return JobInput.number(result, "links") == links
                && Math.abs(ranks - SeededText.PAGES) <= ROUNDING * SeededText.PAGES;
    }

    @Override
    public double bytesRead() {
        return mebibytes * (double) (1 << 20);
    }

    @Override
    public double bytesWritten() {
        return 0;
    }
}
