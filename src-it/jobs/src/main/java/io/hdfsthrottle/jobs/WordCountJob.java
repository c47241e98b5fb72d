package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Spark job that counts the occurrences of each word in a text of HDFS.
 *
 * <p>Arguments: {@code warm} (a short text that is counted first: classes are loaded before time is measured),
 * {@code text}, {@code result} (a local JSON file: the seconds from the start of the JVM until Spark was ready, when the
 * count began, how many seconds it took, the number of words, and of different words), {@code ready} and {@code gate} (both or none, see {@link StartGate#pass(Arguments)}).
 */
public final class WordCountJob {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private WordCountJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            double start = ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS;
            counted(spark, arguments.text("warm"));
            StartGate.pass(arguments);
            long begunMillis = System.currentTimeMillis();
            long begun = System.nanoTime();
            Map<String, Long> words = counted(spark, arguments.text("text"));
            double seconds = (System.nanoTime() - begun) / NANOS;
            long all = words.values().stream().mapToLong(Long::longValue).sum();
            arguments.writeResult(
                    "{\"startSeconds\":%.3f,\"begunMillis\":%d,\"seconds\":%.3f,\"words\":%d,\"different\":%d}",
                    start, begunMillis, seconds, all, words.size());
        }
    }

    static Map<String, Long> counted(JavaSparkContext spark, String text) {
        return JavaPairRDD.fromJavaRDD(spark.textFile(text).mapPartitions(WordCountJob::counted))
                .reduceByKey(Long::sum)
                .collectAsMap();
    }

    /** A task counts its own words before any exchange, as Spark's own combiners do. */
    private static Iterator<Tuple2<String, Long>> counted(Iterator<String> lines) {
        Map<String, long[]> counts = new HashMap<>();
        while (lines.hasNext()) {
            StringTokenizer words = new StringTokenizer(lines.next());
            while (words.hasMoreTokens()) {
                counts.computeIfAbsent(words.nextToken(), word -> new long[1])[0]++;
            }
        }
        return counts.entrySet().stream()
                .map(each -> new Tuple2<>(each.getKey(), each.getValue()[0]))
                .iterator();
    }
}
