package io.hdfsthrottle.jobs;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark job that accesses HDFS in every way that Spark has, one after the other: RDDs, DataFrames as CSV and as
 * Parquet, SQL statements. Prints a verdict for each.
 *
 * <p>Arguments: {@code folder} (in HDFS, must not exist), {@code rows}, {@code partitions}.
 */
public final class EveryKindJob {

    private EveryKindJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) {
        Arguments arguments = new Arguments(args);
        String folder = arguments.text("folder");
        long rows = arguments.number("rows");
        int partitions = arguments.count("partitions");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            RddJob.run(JavaSparkContext.fromSparkContext(spark.sparkContext()), folder + "/rdd", rows, partitions);
            Dataset<Row> table =
                    spark.range(0, rows, 1, partitions).selectExpr("id", "cast(hash(id) as bigint) as value");
            for (String format : new String[] {"csv", "parquet"}) {
                String path = folder + "/" + format;
                table.write().mode("overwrite").format(format).save(path);
                compare(
                        format,
                        table,
                        spark.read()
                                .schema("id bigint, value bigint")
                                .format(format)
                                .load(path));
            }
            table.createOrReplaceTempView("computed");
            spark.sql("create table stored using json location '" + folder + "/sql' as select * from computed");
            compare("sql", table, spark.sql("select id, value from stored"));
        }
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
