package io.hdfsthrottle.jobs.twenty;

import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Ten ways to read, shuffle and write with RDDs. */
final class RddJobs {
    private static final int PARTITIONS = 4;

    private RddJobs() {}

    static void run(JavaSparkContext spark, String folder, int rows) {
        String text = folder + "/text";
        lines(spark, rows).saveAsTextFile(text);
        JavaRDD<String> lines = spark.textFile(text, PARTITIONS);
        JavaPairRDD<String, Long> words = lines.flatMap(
                        line -> Arrays.asList(line.split(" ", -1)).iterator())
                .mapToPair(word -> new Tuple2<>(word, 1L));

        Answers.print("rdd word count", words.reduceByKey(Long::sum).collect());
        Answers.print("rdd sort", words.distinct().sortByKey(false).take(500));
        Answers.print(
                "rdd join",
                words.reduceByKey(Long::sum)
                        .join(words.distinct().mapValues(one -> -one))
                        .collect());
        Answers.print(
                "rdd group",
                words.groupByKey()
                        .mapValues(ones -> {
                            long sum = 0;
                            for (long one : ones) {
                                sum += one;
                            }
                            return sum;
                        })
                        .collect());
        Answers.print(
                "rdd aggregate",
                words.aggregateByKey(0L, (sum, one) -> sum + 2 * one, Long::sum).collect());
        Answers.print("rdd distinct", lines.distinct(2).collect());

        lines.map(String::length).saveAsObjectFile(folder + "/objects");
        JavaRDD<Integer> lengths = spark.objectFile(folder + "/objects");
        Answers.print("rdd objects", lengths.collect());

        JavaRDD<String> hadoops = spark.newAPIHadoopFile(
                        text, TextInputFormat.class, LongWritable.class, Text.class, spark.hadoopConfiguration())
                .map(line -> line._2().toString());
        Answers.print(
                "rdd hadoop file", hadoops.filter(line -> line.contains("7")).collect());

        JavaRDD<String> kept = lines.map(line -> line + "!").persist(StorageLevel.DISK_ONLY());
        Answers.print(
                "rdd persisted",
                Arrays.asList(kept.count(), kept.map(String::length).reduce(Integer::sum)));
        kept.unpersist(true);

        spark.setCheckpointDir(folder + "/checkpoints");
        JavaRDD<String> checked = lines.map(line -> line.toUpperCase(Locale.ROOT));
        checked.checkpoint();
        checked.count();
        Answers.print("rdd checkpoint", checked.collect());
    }

    private static JavaRDD<String> lines(JavaSparkContext spark, int rows) {
        return spark.parallelize(Collections.nCopies(PARTITIONS, rows / PARTITIONS), PARTITIONS)
                .mapPartitionsWithIndex(
                        (part, counts) -> {
                            int count = counts.next();
                            return IntStream.range(part * count, (part + 1) * count)
                                    .mapToObj(i -> "n" + i % 101 + " m" + i % 13 + " k" + (i * 31L) % 997)
                                    .iterator();
                        },
                        false);
    }
}
