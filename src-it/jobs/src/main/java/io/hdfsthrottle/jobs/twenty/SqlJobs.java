package io.hdfsthrottle.jobs.twenty;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Ten SQL statements over a table in Parquet, one in CSV, and tables that they write themselves. */
final class SqlJobs {
    private static final int WORDS = 97;

    private SqlJobs() {}

    static void run(SparkSession spark, String folder, long rows) {
        spark.range(0, rows, 1, 4)
                .selectExpr(
                        "id",
                        "concat('w', id % " + WORDS + ") as word",
                        "cast(hash(id) % 1000 as bigint) as amount",
                        "cast(id % 7 as int) as day")
                .write()
                .parquet(folder + "/numbers");
        spark.range(0, WORDS, 1, 1)
                .selectExpr("concat('w', id) as word", "concat(char(65 + id % 26), id) as title")
                .write()
                .csv(folder + "/titles");
        spark.read().parquet(folder + "/numbers").createOrReplaceTempView("numbers");
        spark.read().schema("word string, title string").csv(folder + "/titles").createOrReplaceTempView("titles");
        statements().forEach((job, statement) -> Answers.print(job, spark.sql(statement)));
        writes(spark, folder);
    }

    private static Map<String, String> statements() {
        Map<String, String> statements = new LinkedHashMap<>();
        statements.put("sql group", "select word, count(*), sum(amount) from numbers group by word");
        statements.put(
                "sql join",
                "select title, sum(amount) from numbers join titles on numbers.word = titles.word group by title");
        statements.put(
                "sql window",
                "select * from (select word, id, rank() over (partition by word order by amount desc, id) as place"
                        + " from numbers) where place <= 3");
        statements.put("sql distinct", "select distinct day, word from numbers");
        statements.put("sql rollup", "select day, word, sum(amount) from numbers group by rollup(day, word)");
        statements.put("sql top", "select id, amount from numbers order by amount desc, id limit 1000");
        statements.put(
                "sql except", "select id from numbers where id % 3 = 0 except select id from numbers where id % 5 = 0");
        statements.put(
                "sql semi join",
                "select count(*), sum(amount) from numbers where word in"
                        + " (select word from titles where title like 'A%')");
        return statements;
    }

    private static void writes(SparkSession spark, String folder) {
        spark.table("numbers").write().partitionBy("day").orc(folder + "/days");
        Answers.print(
                "sql partitions",
                spark.read()
                        .orc(folder + "/days")
                        .where("day in (2, 5)")
                        .groupBy("word", "day")
                        .count());
        spark.sql("create table amounts using json location '" + folder + "/amounts' as"
                + " select amount, count(*) as times from numbers group by amount");
        Answers.print("sql table", spark.sql("select * from amounts"));
    }
}
