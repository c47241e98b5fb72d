package io.hdfsthrottle.bench.load.spark;

import java.util.Locale;

/** The jobs of the Spark I/O control paper's evaluation. */
public enum Workload {
    WORD_COUNT("WordCount", "io.hdfsthrottle.jobs.WordCountJob"),
    TERA_SORT("TeraSort", "io.hdfsthrottle.jobs.sort.TeraSortJob");

    private final String title;
    private final String jobClass;

    Workload(String title, String jobClass) {
        this.title = title;
        this.jobClass = jobClass;
    }

    /** Its main class. */
    String jobClass() {
        return jobClass;
    }

    /** The tenant that it works for. */
    String tenant() {
        return title.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return title;
    }
}
