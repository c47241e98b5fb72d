package io.hdfsthrottle.spark.waiting;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;

/**
 * Speculation that copies tasks that do not move, and not those that are slow because they wait for bandwidth.
 *
 * <p>Spark compares the records that a task reads in a second with the mean of the tasks of its stage that have ended. A task that waits reads slowly, but
 * it reads; one whose host is broken reads nothing. What a running task read is known from its executor's heartbeats (every 10 s by default), so nothing
 * younger than three of these is judged. Spark has no other public way: tasks cannot be told to it one by one.
 */
public final class PatientSpeculation {

    private static final String SPECULATION = "spark.speculation";

    private static final Map<String, String> PATIENT = patient();

    private PatientSpeculation() {}

    private static Map<String, String> patient() {
        Map<String, String> patient = new LinkedHashMap<>();
        patient.put("spark.speculation.minTaskRuntime", "30s");
        patient.put("spark.speculation.efficiency.processRateMultiplier", "0.1");
        patient.put("spark.speculation.efficiency.longRunTaskFactor", "10");
        return patient;
    }

    /**
     * Sets what makes speculation patient and is not set, if it is on. To be called before Spark makes its scheduler, with the configuration that it is
     * made from: what a driver plugin is given when it is initialized.
     *
     * @return what was set, {@code key=value}; nothing if speculation is off or all of it was set
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

    /** Whether speculation is on, and somebody set it otherwise than {@link #arrange} does. */
    static boolean isImpatient(SparkConf conf) {
        return speculates(conf)
                && PATIENT.entrySet().stream().anyMatch(each -> !each.getValue().equals(conf.get(each.getKey(), "")));
    }

    /** The settings, for people. */
    static String settings() {
        List<String> settings = new ArrayList<>();
        PATIENT.forEach((key, value) -> settings.add(key + "=" + value));
        return String.join(", ", settings);
    }

    private static boolean speculates(SparkConf conf) {
        return Boolean.parseBoolean(conf.get(SPECULATION, "false").trim());
    }
}
