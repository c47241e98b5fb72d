package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import java.util.List;
import java.util.Set;

/** One piece of evidence: measures the uncontrolled and the controlled run and holds the figures against bars. */
public interface Scenario {

    /** The rate of a slow disk, in MiB a second. */
    int RATE_OF_A_DISK = 150;

    /** The rate of each of three, in MiB a second: two processors serve all of them, their DataNodes and their clients. */
    int RATE_OF_THREE_DISKS = 60;

    /** An option of the command line that not every scenario has a use for. */
    enum Choice {
        /** The rate of a slow disk. */
        RATE("--rate"),
        /** The kind of slow disk. */
        DISK("--disk"),
        /** How many slow disks the DataNode has. */
        DISKS("--disks"),
        /** What the kernel reads ahead on a slow disk. */
        READAHEAD("--readahead"),
        /** Hadoop's native library in the DataNode. */
        NATIVE("--native"),
        /** How many requests are made. */
        COUNT("--count");

        private final String option;

        Choice(String option) {
            this.option = option;
        }

        /** As it is typed. */
        public String option() {
            return option;
        }
    }

    /** What it is called on the command line; its files are called so too. */
    String name();

    /** What it shows, in one line. */
    String shows();

    /** The cases that can be played alone, by name; none if it is all of one piece. */
    default List<String> cases() {
        return List.of();
    }

    /** The options that change what it measures; the others are refused. */
    Set<Choice> choices();

    /** The rate of its slow disks unless another is asked for, in MiB a second. */
    default int usualRate() {
        return RATE_OF_A_DISK;
    }

    /** How many requests it makes unless another number is asked for. */
    default int usualCount() {
        return 100_000;
    }

    /** Measures. Everything that must be cleaned up is given to the stage. */
    Outcome play(Stage stage) throws Exception;
}
