package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import java.util.List;
import java.util.Set;

/** A benchmark: measures uncontrolled and controlled runs and checks the figures against bars. */
public interface Scenario {

    /** The rate of a slow disk, in MiB a second. */
    int RATE_OF_A_DISK = 150;

    /**
     * The rate of each of three, in MiB a second: two processors serve all of them, their DataNodes and their clients.
     */
    int RATE_OF_THREE_DISKS = 60;

    /** A command-line option that not every scenario uses. */
    enum Choice {
        /** The rate of a slow disk. */
        RATE("--rate"),
        /** The kind of slow disk. */
        DISK("--disk"),
        /** The number of the DataNode's slow disks. */
        DISKS("--disks"),
        /** The kernel's readahead on a slow disk. */
        READAHEAD("--readahead"),
        /** Hadoop's native library in the DataNode. */
        NATIVE("--native"),
        /** The number of requests. */
        COUNT("--count");

        private final String option;

        Choice(String option) {
            this.option = option;
        }

        /** The option's text. */
        public String option() {
            return option;
        }
    }

    /** Its name on the command line and in file names. */
    String name();

    /** What it demonstrates, in one line. */
    String shows();

    /** The cases that can be run alone, by name; none if it is indivisible. */
    default List<String> cases() {
        return List.of();
    }

    /** The options that affect it; the others are refused. */
    Set<Choice> choices();

    /** The default rate of its slow disks, in MiB a second. */
    default int usualRate() {
        return RATE_OF_A_DISK;
    }

    /** The default number of requests. */
    default int usualCount() {
        return 100_000;
    }

    /** Measures. All resources to be cleaned up are registered with the stage. */
    Outcome play(Stage stage) throws Exception;
}
