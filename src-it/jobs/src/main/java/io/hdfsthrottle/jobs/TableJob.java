package io.hdfsthrottle.jobs;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark job that writes a table with a DataFrame, reads it back with another, and prints a {@link Verdict}.
 *
 * <p>Arguments: {@code folder} (in HDFS), {@code format} (parquet, csv, json, ...), {@code rows}, {@code partitions}.
 */
public final class TableJob {

    private TableJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) {
        Arguments arguments = Arguments.parse(args);
        String format = arguments.text("format");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            Dataset<Row> table = table(spark, arguments.number("rows"), arguments.count("partitions"));
            run(spark, table, format, arguments.text("folder"));
        }
    }

    static void run(SparkSession spark, Dataset<Row> table, String format, String folder) {
        table.write().mode("overwrite").format(format).save(folder);
        Dataset<Row> back =
                spark.read().schema("id bigint, value bigint").format(format).load(folder);
        Verdict.print(format, sums(table), sums(back));
    }

    /** Numbers and their hashes: computed, the same every time. */
    static Dataset<Row> table(SparkSession spark, long rows, int partitions) {
        return spark.range(0, rows, 1, partitions).selectExpr("id", "cast(hash(id) as bigint) as value");
    }

    static Verdict.Sums sums(Dataset<Row> table) {
        Row row = table.selectExpr("count(*)", "sum(id + value)").first();
        return new Verdict.Sums(row.getLong(0), row.getLong(1));
    }
}
