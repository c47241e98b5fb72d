package io.hdfsthrottle.jobs;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writes a table with a DataFrame, reads it back with another, and prints a {@link Verdict}.
 *
 * <p>Arguments: {@code folder} (in HDFS), {@code format} (parquet, csv, json, ...), {@code rows}, {@code partitions}.
 */
public final class TableJob {

    private TableJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) {
        Arguments arguments = Arguments.parse(args);
        String folder = arguments.text("folder");
        String format = arguments.text("format");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            Dataset<Row> table = spark.range(0, arguments.number("rows"), 1, arguments.count("partitions"))
                    .selectExpr("id", "cast(hash(id) as bigint) as value");
            table.write().mode("overwrite").format(format).save(folder);
            Dataset<Row> back = spark.read()
                    .schema("id bigint, value bigint")
                    .format(format)
                    .load(folder);
            Verdict.print(format, sums(table), sums(back));
        }
    }

    private static Verdict.Sums sums(Dataset<Row> table) {
        Row row = table.selectExpr("count(*)", "sum(id + value)").first();
        return new Verdict.Sums(row.getLong(0), row.getLong(1));
    }
}
