package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A benchmark: measures uncontrolled and controlled runs and checks the figures against bars. */
public interface Scenario {

    /** The rate of a slow disk, in MiB a second. */
    int RATE_OF_A_DISK = 150;

    /**
     * The rate of each of three, in MiB a second: two processors serve all of them, their DataNodes and their clients.
     */
    int RATE_OF_THREE_DISKS = 60;

    /** The number of requests. */
    int REQUESTS = 100_000;

    /** A command-line option that not every scenario uses. */
    enum Choice {
        /** The rate of a slow disk. */
        RATE,
        /** The kind of slow disk. */
        DISK,
        /** The number of the DataNode's slow disks. */
        DISKS,
        /** The kernel's readahead on a slow disk. */
        READAHEAD,
        /** Hadoop's native library in the DataNode. */
        NATIVE,
        /** The number of requests. */
        COUNT;

        /** The option's text. */
        public String option() {
            return "--" + name().toLowerCase(Locale.ROOT);
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
        return REQUESTS;
    }

    /** Measures. All resources to be cleaned up are registered with the stage. */
    Outcome play(Stage stage) throws Exception;

    /** What a {@link Plain} one does. */
    @FunctionalInterface
    interface Play {

        /** Measures. */
        Outcome on(Stage stage) throws Exception;
    }

    /** A scenario of these values; see its members above. */
    record Plain(
            String name,
            String shows,
            List<String> cases,
            Set<Choice> choices,
            int usualRate,
            int usualCount,
            Play play)
            implements Scenario {

        /** The same with cases that can be run alone. */
        public Plain of(List<String> names) {
            return new Plain(name, shows, List.copyOf(names), choices, usualRate, usualCount, play);
        }

        /** The same with other defaults. */
        public Plain usually(int rate, int count) {
            return new Plain(name, shows, cases, choices, rate, count, play);
        }

        @Override
        public Outcome play(Stage stage) throws Exception {
            return play.on(stage);
        }
    }

    /** An indivisible one with the usual defaults, which these options affect. */
    static Plain named(String name, String shows, Play play, Choice... choices) {
        return new Plain(name, shows, List.of(), Set.of(choices), RATE_OF_A_DISK, REQUESTS, play);
    }
}
