package io.hdfsthrottle.bench.scenario.table;

import io.hdfsthrottle.bench.load.spark.NeighbourLoad;
import io.hdfsthrottle.bench.load.spark.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A row of the tables: a job, and the load beside it.
 *
 * @param job the measured job
 * @param beside the other load on the disk
 */
record TableCase(Workload job, NeighbourLoad beside) {

    private static final double MOST_BESIDE_READER = 1.05;
    private static final double MOST_BESIDE_WRITER = 1.10;
    private static final double MOST_BESIDE_RAW_WRITER = 1.5;

    /** In the order of execution: those with the guard last. */
    static List<TableCase> all() {
        List<TableCase> all = new ArrayList<>();
        for (NeighbourLoad beside : NeighbourLoad.values()) {
            for (Workload job : Workload.OF_TABLES) {
                all.add(new TableCase(job, beside));
            }
        }
        return all;
    }

    /** Its name on the command line. */
    String name() {
        return beside == NeighbourLoad.NOBODY ? job + " alone" : job + " beside " + beside;
    }

    /** The jobs that run at once. */
    List<Workload> jobs() {
        return beside == NeighbourLoad.EACH_OTHER ? Workload.OF_TABLES : List.of(job);
    }

    /** Whether the guard is enabled in the controlled run: only dirty pages of a writer outside HDFS can be limited. */
    boolean isGuarded() {
        return beside == NeighbourLoad.FIO_WRITER;
    }

    /** The longest permitted controlled duration, as a multiple of that alone; empty where nothing is promised. */
    Optional<Double> mostTimesAlone() {
        return switch (beside) {
            case HDFS_READER -> Optional.of(MOST_BESIDE_READER);
            case HDFS_WRITER -> Optional.of(MOST_BESIDE_WRITER);
            case FIO_WRITER -> job == Workload.WORD_COUNT ? Optional.of(MOST_BESIDE_RAW_WRITER) : Optional.empty();
            case NOBODY, EACH_OTHER, FIO_READER -> Optional.empty();
        };
    }
}
