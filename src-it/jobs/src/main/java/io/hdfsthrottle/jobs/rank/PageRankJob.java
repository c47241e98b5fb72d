package io.hdfsthrottle.jobs.rank;

import io.hdfsthrottle.jobs.Arguments;
import io.hdfsthrottle.jobs.StartGate;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
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
 * gate} (see {@link StartGate#pass(Arguments)}).
 */
public final class PageRankJob {

    private static final double DAMPING = 0.85;
    private static final double NANOS = 1e9;
    private static final int SOME_LINKS = 1 << 16;

    private PageRankJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        int pages = arguments.count("pages");
        int rounds = arguments.count("rounds");
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            ranked(spark, arguments.text("warm"), pages, rounds);
            StartGate.pass(arguments);
            long begunMillis = System.currentTimeMillis();
            long begun = System.nanoTime();
            Tuple2<double[], Long> ranked = ranked(spark, arguments.text("links"), pages, rounds);
            double seconds = (System.nanoTime() - begun) / NANOS;
            arguments.writeResult(
                    "{\"begunMillis\":%d,\"seconds\":%.3f,\"links\":%d,\"ranks\":%.6f}",
                    begunMillis,
                    seconds,
                    ranked._2(),
                    Arrays.stream(ranked._1()).sum());
        }
    }

    /** The rank of every page, and how many links there were. */
    private static Tuple2<double[], Long> ranked(JavaSparkContext spark, String path, int pages, int rounds) {
        JavaRDD<int[]> links =
                spark.textFile(path).mapPartitions(PageRankJob::packed).cache();
        double[] leaving = links.map(part -> leaving(part, pages)).reduce(PageRankJob::sum);
        double[] ranks = new double[pages];
        Arrays.fill(ranks, 1);
        for (int round = 0; round < rounds; round++) {
            double[] shares = new double[pages];
            Arrays.setAll(shares, page -> ranks[page] / Math.max(leaving[page], 1));
            Broadcast<double[]> given = spark.broadcast(shares);
            double[] arrived = links.map(part -> arriving(part, given.value())).reduce(PageRankJob::sum);
            Arrays.setAll(ranks, page -> 1 - DAMPING + DAMPING * arrived[page]);
            given.destroy();
        }
        links.unpersist();
        return new Tuple2<>(ranks, (long) Arrays.stream(leaving).sum());
    }

    /** The links of a partition: from and to by turns. */
    private static Iterator<int[]> packed(Iterator<String> lines) {
        int[] links = new int[SOME_LINKS];
        int size = 0;
        while (lines.hasNext()) {
            String line = lines.next();
            int space = line.indexOf(' ');
            if (size == links.length) {
                links = Arrays.copyOf(links, 2 * size);
            }
            links[size++] = Integer.parseInt(line.substring(0, space));
            links[size++] = Integer.parseInt(line.substring(space + 1));
        }
        return Collections.singletonList(Arrays.copyOf(links, size)).iterator();
    }

    private static double[] leaving(int[] links, int pages) {
        double[] leaving = new double[pages];
        for (int i = 0; i < links.length; i += 2) {
            leaving[links[i]]++;
        }
        return leaving;
    }

    private static double[] arriving(int[] links, double[] shares) {
        double[] arriving = new double[shares.length];
        for (int i = 0; i < links.length; i += 2) {
            arriving[links[i + 1]] += shares[links[i]];
        }
        return arriving;
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = new double[one.length];
        Arrays.setAll(sum, page -> one[page] + other[page]);
        return sum;
    }
}
