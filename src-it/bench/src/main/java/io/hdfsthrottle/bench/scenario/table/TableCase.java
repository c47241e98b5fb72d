package io.hdfsthrottle.bench.scenario.table;

import io.hdfsthrottle.bench.load.spark.Beside;
import io.hdfsthrottle.bench.load.spark.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line of the tables: a job, and who is beside it.
 *
 * @param job whose figures these are
 * @param beside whom else the disk serves
 */
record TableCase(Workload job, Beside beside) {

    private static final double MOST_BESIDE_READER = 1.05;
    private static final double MOST_BESIDE_WRITER = 1.10;
    private static final double MOST_BESIDE_RAW_WRITER = 1.5;

    /** In the order in which they are played: those with the guard last. */
    static List<TableCase> all() {
        List<TableCase> all = new ArrayList<>();
        for (Beside beside : Beside.values()) {
            for (Workload job : Workload.values()) {
                all.add(new TableCase(job, beside));
            }
        }
        return all;
    }

    /** What it is called on the command line. */
    String name() {
        return beside == Beside.NOBODY ? job + " alone" : job + " beside " + beside;
    }

    /** The jobs that run at once. */
    List<Workload> jobs() {
        return beside == Beside.EACH_OTHER ? List.of(Workload.values()) : List.of(job);
    }

    /** Whether the guard is there when it is controlled: dirty pages of a writer that knows no HDFS are all that can be held. */
    boolean isGuarded() {
        return beside == Beside.FIO_WRITER;
    }

    /** How long it may take at most when it is controlled, in times alone; empty where nothing is promised. */
    Optional<Double> mostTimesAlone() {
        return switch (beside) {
            case HDFS_READER -> Optional.of(MOST_BESIDE_READER);
            case HDFS_WRITER -> Optional.of(MOST_BESIDE_WRITER);
            case FIO_WRITER -> job == Workload.WORD_COUNT ? Optional.of(MOST_BESIDE_RAW_WRITER) : Optional.empty();
            case NOBODY, EACH_OTHER, FIO_READER -> Optional.empty();
        };
    }
}
