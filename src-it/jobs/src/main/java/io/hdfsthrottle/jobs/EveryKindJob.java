package io.hdfsthrottle.jobs;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark job that accesses HDFS in every way that Spark has, one after the other: RDDs, DataFrames as CSV and as
 * Parquet, SQL statements. Prints a {@link Verdict} for each.
 *
 * <p>Arguments: {@code folder} (in HDFS, must not exist), {@code rows}, {@code partitions}.
 */
public final class EveryKindJob {

    private EveryKindJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) {
        Arguments arguments = Arguments.parse(args);
        String folder = arguments.text("folder");
        long rows = arguments.number("rows");
        int partitions = arguments.count("partitions");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            RddJob.run(JavaSparkContext.fromSparkContext(spark.sparkContext()), folder + "/rdd", rows, partitions);
            Dataset<Row> table = TableJob.table(spark, rows, partitions);
            TableJob.run(spark, table, "csv", folder + "/csv");
            TableJob.run(spark, table, "parquet", folder + "/parquet");
            sql(spark, table, folder + "/sql");
        }
    }

    private static void sql(SparkSession spark, Dataset<Row> table, String folder) {
        table.createOrReplaceTempView("computed");
        spark.sql("create table stored using json location '" + folder + "' as select * from computed");
        Verdict.print("sql", TableJob.sums(table), TableJob.sums(spark.sql("select id, value from stored")));
    }
}
