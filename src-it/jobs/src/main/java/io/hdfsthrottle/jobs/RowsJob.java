package io.hdfsthrottle.jobs;

import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark job that writes numbers as text with one RDD, reads them back with another, and prints a verdict.
 *
 * <p>Arguments: {@code folder} (in HDFS, must not exist), {@code rows}, {@code partitions}, {@code tables} (if given,
 * it accesses HDFS in every way that Spark has, one after the other: also by DataFrames as CSV and as Parquet, and by
 * SQL statements, with a verdict for each), {@code class} (if given, it makes this the class of HDFS after the start).
 */
public final class RowsJob {
    private RowsJob() {}

    public static void main(String[] args) {
        Arguments arguments = new Arguments(args);
        long rows = arguments.number("rows");
        int partitions = arguments.count("partitions");
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            if (arguments.has("class")) {
                spark.hadoopConfiguration().set("fs.hdfs.impl", arguments.text("class"));
            }
            String folder = arguments.text("folder");
            String texts = arguments.has("tables") ? folder + "/rdd" : folder;
            spark.parallelize(LongStream.range(0, rows).boxed().collect(Collectors.toList()), partitions)
                    .map(String::valueOf)
                    .saveAsTextFile(texts);
            JavaRDD<Long> back = spark.textFile(texts, partitions).map(Long::parseLong);
            Arguments.printVerdict("rdd", rows, rows * (rows - 1) / 2, back.count(), back.reduce(Long::sum));
            if (arguments.has("tables")) {
                tables(SparkSession.builder().getOrCreate(), folder, rows, partitions);
            }
        }
    }

    private static void tables(SparkSession spark, String folder, long rows, int partitions) {
        Dataset<Row> table = spark.range(0, rows, 1, partitions).selectExpr("id", "cast(hash(id) as bigint) as value");
        for (String format : new String[] {"csv", "parquet"}) {
            String path = folder + "/" + format;
            table.write().mode("overwrite").format(format).save(path);
            Dataset<Row> read = spark.read()
                    .schema("id bigint, value bigint")
                    .format(format)
                    .load(path);
            compare(format, table, read);
        }
        table.createOrReplaceTempView("computed");
        spark.sql("create table stored using json location '" + folder + "/sql' as select * from computed");
        compare("sql", table, spark.sql("select id, value from stored"));
    }

    private static void compare(String job, Dataset<Row> written, Dataset<Row> read) {
        Row one = sums(written);
        Row other = sums(read);
        Arguments.printVerdict(job, one.getLong(0), one.getLong(1), other.getLong(0), other.getLong(1));
    }

    private static Row sums(Dataset<Row> table) {
        return table.selectExpr("count(*)", "sum(id + value)").first();
    }
}
