package io.hdfsthrottle.bench.load.spark;

import java.util.List;
import java.util.Locale;

/** The jobs of the evaluations of the Spark I/O control paper (the first two) and of the platform paper. */
public enum Workload {
    WORD_COUNT("WordCount", "WordCountJob"),
    TERA_SORT("TeraSort", "sort.TeraSortJob"),
    PAGE_RANK("PageRank", "rank.PageRankJob");

    /** The jobs of the Spark I/O control paper's tables. */
    public static final List<Workload> OF_TABLES = List.of(WORD_COUNT, TERA_SORT);

    private final String title;

    /** Its class. */
    final String job;

    Workload(String title, String job) {
        this.title = title;
        this.job = job;
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
