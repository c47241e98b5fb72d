package io.hdfsthrottle.spark.waiting;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;

/**
 * Configures Spark's speculation to copy tasks that make no progress, and not those that are slow because they are
 * throttled.
 *
 * <p>Spark compares the records that a task reads in a second with the mean of the ended tasks of its stage. A
 * throttled task reads slowly, but it reads; one whose host is broken reads nothing. A running task's reads are known
 * from its executor's heartbeats (every 10 s by default), so no task younger than three of these is judged. Spark has
 * no other public way: it cannot be told about single tasks.
 */
public final class PatientSpeculation {

    private static final String SPECULATION = "spark.speculation";

    private static final Map<String, String> PATIENT = patient();

    private PatientSpeculation() {}

    private static Map<String, String> patient() {
        Map<String, String> patient = new LinkedHashMap<>();
        patient.put("spark.speculation.minTaskRuntime", "30s");
        patient.put("spark.speculation.efficiency.processRateMultiplier", "0.1");
        patient.put("spark.speculation.efficiency.longRunTaskFactor", "100");
        return patient;
    }

    /**
     * Sets those settings that make speculation patient and are not set, if it is enabled. To be called before Spark
     * creates its scheduler, with the configuration that the scheduler uses: the one passed to a driver plugin's
     * initialization.
     *
     * @return the settings made, {@code key=value}; empty if speculation is disabled or all of them were set
     */
    public static List<String> arrange(SparkConf conf) {
        List<String> arranged = new ArrayList<>();
        if (speculates(conf)) {
            PATIENT.forEach((key, value) -> {
                if (!conf.contains(key)) {
                    conf.set(key, value);
                    arranged.add(key + "=" + value);
                }
            });
        }
        return arranged;
    }

    /** Whether speculation is enabled, with other settings than those of {@link #arrange}. */
    static boolean isImpatient(SparkConf conf) {
        return speculates(conf)
                && PATIENT.entrySet().stream().anyMatch(each -> !each.getValue().equals(conf.get(each.getKey(), "")));
    }

    /** The settings in readable form. */
    static String settings() {
        List<String> settings = new ArrayList<>();
        PATIENT.forEach((key, value) -> settings.add(key + "=" + value));
        return String.join(", ", settings);
    }

    /** Whether speculation is enabled. */
    static boolean speculates(SparkConf conf) {
        return Boolean.parseBoolean(conf.get(SPECULATION, "false").trim());
    }
}
