package io.hdfsthrottle.integration;

import java.util.List;
import java.util.Map;

/**
 * The pair of versions of Hadoop and Spark that tests run with: the oldest, or what {@code HDFS_THROTTLE_HADOOP} and
 * {@code HDFS_THROTTLE_SPARK} say. {@code bin/test --all} runs every class that names this one with the newest pair, too.
 */
record Versions(String hadoop, String spark) {

    static final List<String> HADOOPS = List.of("3.4", "3.5");

    /** Of Spark; those between the oldest and the newest are built with {@code -Dfloors}. */
    static final List<String> SPARKS = List.of("3.5", "3.5-scala-2.13", "4.0", "4.1", "4.2");

    private static final Versions HERE = of(System.getenv());

    static Versions of(Map<String, String> environment) {
        return new Versions(
                chosen(environment, "HDFS_THROTTLE_HADOOP", HADOOPS),
                chosen(environment, "HDFS_THROTTLE_SPARK", SPARKS));
    }

    private static String chosen(Map<String, String> environment, String variable, List<String> supported) {
        String value = environment.getOrDefault(variable, supported.get(0));
        if (!supported.contains(value)) {
            throw new IllegalArgumentException(variable + ": '" + value + "' is not among " + supported
                    + "; write for instance " + supported.get(0));
        }
        return value;
    }

    /** The version of Hadoop to test with. */
    static String ofHadoop() {
        return HERE.hadoop;
    }

    /** The version of Spark to test with. */
    static String ofSpark() {
        return HERE.spark;
    }
}
