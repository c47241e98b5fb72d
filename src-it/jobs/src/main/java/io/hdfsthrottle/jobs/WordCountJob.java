package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Spark job that counts the occurrences of each word in a text of HDFS. With one argument, the text, it prints them, as
 * the example in Spark's distribution does.
 *
 * <p>Arguments otherwise: {@code warm} (a short text that is counted first: classes are loaded before time is
 * measured), {@code text}, {@code result} (a local JSON file: the seconds from the start of the JVM until Spark was
 * ready, when the count began, how many seconds it took, the number of words, and of different words), {@code ready}
 * and {@code gate} (both or none, see {@link Arguments#passGate}).
 */
public final class WordCountJob {
    private static final double MILLIS = 1e3;

    private WordCountJob() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            double start = ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS;
            if (args.length == 1) {
                new TreeMap<>(counted(spark, args[0]))
                        .forEach((word, count) -> System.out.println(word + ": " + count));
                return;
            }
            Arguments arguments = new Arguments(args);
            counted(spark, arguments.text("warm"));
            arguments.passGate();
            long begun = System.currentTimeMillis();
            Map<String, Long> words = counted(spark, arguments.text("text"));
            double seconds = (System.currentTimeMillis() - begun) / MILLIS;
            long all = words.values().stream().mapToLong(Long::longValue).sum();
            arguments.writeResult(
                    "{\"startSeconds\":%.3f,\"begunMillis\":%d,\"seconds\":%.3f,\"words\":%d,\"different\":%d}",
                    start, begun, seconds, all, words.size());
        }
    }

    private static Map<String, Long> counted(JavaSparkContext spark, String text) {
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
