package io.hdfsthrottle.jobs.twenty;

import io.hdfsthrottle.jobs.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Prints a job's result so that two runs can be compared: one JSON line with a digest of all its rows, independent of
 * their order.
 */
final class Answers {

    private Answers() {}

    static void print(String job, Dataset<Row> table) {
        List<String> rows = new ArrayList<>();
        for (Row row : table.collectAsList()) {
            rows.add(row.toString());
        }
        print(job, rows);
    }

    static void print(String job, List<?> answered) {
        List<String> rows = new ArrayList<>();
        for (Object row : answered) {
            rows.add(String.valueOf(row));
        }
        Collections.sort(rows);
        MessageDigest digest = Sha256.start();
        for (String row : rows) {
            digest.update(row.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
        }
        System.out.printf(
                "{\"job\":\"%s\",\"rows\":%d,\"sha256\":\"%s\"}%n", job, rows.size(), Sha256.hex(digest.digest()));
    }
}
