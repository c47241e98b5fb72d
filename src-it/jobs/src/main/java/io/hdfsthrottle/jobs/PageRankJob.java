package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.stream.DoubleStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Spark job that ranks pages by their links (PageRank with a damping factor of 0.85). It reads the links once and keeps
 * them in memory; each round is a job of its own.
 *
 * <p>Arguments: {@code warm} (a short list of links that is ranked first: classes are loaded before time is measured),
 * {@code links} (a file in HDFS, a link a line: the numbers of the page that it is on and of the page that it leads
 * to), {@code pages} (how many there are; numbers are from 0), {@code rounds}, {@code result} (a local JSON file: when
 * the measurement began, its seconds, how many links were read, and the sum of all ranks), {@code ready} and {@code
 * gate} (see {@link Arguments#passGate}).
 */
public final class PageRankJob {
    private static final double DAMPING = 0.85;

    private PageRankJob() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        int pages = arguments.count("pages");
        int rounds = arguments.count("rounds");
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            ranked(spark, arguments.text("warm"), pages, rounds);
            arguments.passGate();
            long begun = System.currentTimeMillis();
            Tuple2<Double, Long> ranked = ranked(spark, arguments.text("links"), pages, rounds);
            double seconds = (System.currentTimeMillis() - begun) / 1e3;
            arguments.writeResult(
                    "{\"begunMillis\":%d,\"seconds\":%.3f,\"links\":%d,\"ranks\":%.6f}",
                    begun, seconds, ranked._2(), ranked._1());
        }
    }

    /** The sum of all ranks, and how many links there were. */
    private static Tuple2<Double, Long> ranked(JavaSparkContext spark, String path, int pages, int rounds) {
        JavaRDD<int[]> links =
                spark.textFile(path).mapPartitions(PageRankJob::packed).cache();
        double[] leaving = links.map(part -> moved(part, 0, ones(pages))).reduce(PageRankJob::sum);
        double[] ranks = ones(pages);
        for (int round = 0; round < rounds; round++) {
            double[] shares = new double[pages];
            Arrays.setAll(shares, page -> ranks[page] / Math.max(leaving[page], 1));
            Broadcast<double[]> given = spark.broadcast(shares);
            double[] arrived = links.map(part -> moved(part, 1, given.value())).reduce(PageRankJob::sum);
            Arrays.setAll(ranks, page -> 1 - DAMPING + DAMPING * arrived[page]);
            given.destroy();
        }
        links.unpersist();
        return new Tuple2<>(
                Arrays.stream(ranks).sum(), (long) Arrays.stream(leaving).sum());
    }

    private static double[] ones(int pages) {
        return DoubleStream.generate(() -> 1).limit(pages).toArray();
    }

    /** The links of a partition: from and to by turns. */
    private static Iterator<int[]> packed(Iterator<String> lines) {
        int[] links = new int[1 << 16];
        int size = 0;
        while (lines.hasNext()) {
            String line = lines.next();
            int space = line.indexOf(' ');
            links = size == links.length ? Arrays.copyOf(links, 2 * size) : links;
            links[size++] = Integer.parseInt(line.substring(0, space));
            links[size++] = Integer.parseInt(line.substring(space + 1));
        }
        return Collections.singletonList(Arrays.copyOf(links, size)).iterator();
    }

    /** Sums up what each link gives, at the page that it is on (0) or that it leads to (1). */
    private static double[] moved(int[] links, int end, double[] given) {
        double[] moved = new double[given.length];
        for (int i = 0; i < links.length; i += 2) {
            moved[links[i + end]] += given[links[i]];
        }
        return moved;
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = new double[one.length];
        Arrays.setAll(sum, page -> one[page] + other[page]);
        return sum;
    }
}
