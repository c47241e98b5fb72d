package io.hdfsthrottle.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Spark application of ten SQL statements and ten RDD jobs. Prints a line of JSON for each, so that two runs can be
 * compared: its name, its number of result rows, and a digest of them, independent of their order.
 *
 * <p>Arguments: {@code folder} (in HDFS, must not exist), {@code rows}.
 */
public final class TwentyJobs {
    private static final int PARTITIONS = 4;
    private static final String DAY = "cast(id % 7 as int) as day";
    private static final String RANKED =
            "select word, id, rank() over (partition by word order by amount desc, id) as place from numbers";
    private static final String TITLED = "select word from titles where title like 'A%'";
    private static final String[][] STATEMENTS = {
        {"group", "select word, count(*), sum(amount) from numbers group by word"},
        {"join", "select title, sum(amount) from numbers join titles on numbers.word = titles.word group by title"},
        {"window", "select * from (" + RANKED + ") where place <= 3"},
        {"distinct", "select distinct day, word from numbers"},
        {"rollup", "select day, word, sum(amount) from numbers group by rollup(day, word)"},
        {"top", "select id, amount from numbers order by amount desc, id limit 1000"},
        {"except", "select id from numbers where id % 3 = 0 except select id from numbers where id % 5 = 0"},
        {"semi join", "select count(*), sum(amount) from numbers where word in (" + TITLED + ")"}
    };

    private TwentyJobs() {}

    public static void main(String[] args) {
        Arguments arguments = new Arguments(args);
        String folder = arguments.text("folder");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            sql(spark, folder + "/sql", arguments.number("rows"));
            rdds(JavaSparkContext.fromSparkContext(spark.sparkContext()), folder + "/rdd", arguments.count("rows"));
        }
    }

    private static void print(String job, List<?> answers) {
        String rows = answers.stream().map(String::valueOf).sorted().collect(Collectors.joining("\n"));
        String digest = DigestUtils.sha256Hex(rows);
        Arguments.printLine("{\"job\":\"%s\",\"rows\":%d,\"sha256\":\"%s\"}", job, answers.size(), digest);
    }

    /** Over a table in Parquet, one in CSV, and tables that statements write themselves. */
    private static void sql(SparkSession spark, String folder, long rows) {
        spark.range(0, rows, 1, PARTITIONS)
                .selectExpr("id", "concat('w', id % 97) as word", "cast(hash(id) % 1000 as bigint) as amount", DAY)
                .write()
                .parquet(folder + "/numbers");
        spark.range(0, 97, 1, 1)
                .selectExpr("concat('w', id) as word", "concat(char(65 + id % 26), id) as title")
                .write()
                .csv(folder + "/titles");
        spark.read().parquet(folder + "/numbers").createOrReplaceTempView("numbers");
        spark.read().schema("word string, title string").csv(folder + "/titles").createOrReplaceTempView("titles");
        for (String[] each : STATEMENTS) {
            print("sql " + each[0], spark.sql(each[1]).collectAsList());
        }
        spark.table("numbers").write().partitionBy("day").orc(folder + "/days");
        Dataset<Row> days = spark.read().orc(folder + "/days");
        Dataset<Row> some = days.where("day in (2, 5)").groupBy("word", "day").count();
        print("sql partitions", some.collectAsList());
        spark.sql("create table amounts using json location '" + folder + "/amounts' as"
                + " select amount, count(*) as times from numbers group by amount");
        print("sql table", spark.sql("select * from amounts").collectAsList());
    }

    private static void rdds(JavaSparkContext spark, String folder, int rows) {
        String text = folder + "/text";
        spark.parallelize(IntStream.range(0, rows).boxed().collect(Collectors.toList()), PARTITIONS)
                .map(i -> "n" + i % 101 + " m" + i % 13 + " k" + (i * 31L) % 997)
                .saveAsTextFile(text);
        JavaRDD<String> lines = spark.textFile(text, PARTITIONS);
        JavaPairRDD<String, Long> words = lines.flatMap(
                        line -> Arrays.asList(line.split(" ", -1)).iterator())
                .mapToPair(word -> new Tuple2<>(word, 1L));
        JavaPairRDD<String, Long> counts = words.reduceByKey(Long::sum);
        print("rdd word count", counts.collect());
        print("rdd sort", words.distinct().sortByKey(false).take(500));
        print("rdd join", counts.join(words.distinct().mapValues(one -> -one)).collect());
        print("rdd group", words.groupByKey().mapValues(Object::toString).collect());
        JavaPairRDD<String, Long> doubled = words.aggregateByKey(0L, (sum, one) -> sum + 2 * one, Long::sum);
        print("rdd aggregate", doubled.collect());
        print("rdd distinct", lines.distinct(2).collect());

        lines.map(String::length).saveAsObjectFile(folder + "/objects");
        print("rdd objects", spark.objectFile(folder + "/objects").collect());

        JavaRDD<String> hadoops = spark.newAPIHadoopFile(
                        text, TextInputFormat.class, LongWritable.class, Text.class, spark.hadoopConfiguration())
                .map(line -> line._2().toString());
        print("rdd hadoop file", hadoops.filter(line -> line.contains("7")).collect());

        JavaRDD<String> kept = lines.map(line -> line + "!").persist(StorageLevel.DISK_ONLY());
        int length = kept.map(String::length).reduce(Integer::sum);
        print("rdd persisted", Arrays.asList(kept.count(), length));
        kept.unpersist(true);

        spark.setCheckpointDir(folder + "/checkpoints");
        JavaRDD<String> checked = lines.map(line -> line.toUpperCase(Locale.ROOT));
        checked.checkpoint();
        checked.count();
        print("rdd checkpoint", checked.collect());
    }
}
