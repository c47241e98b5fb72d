package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A benchmark: measures uncontrolled and controlled runs and checks the figures against bars.
 *
 * @param shows what it demonstrates, in one line
 * @param cases that can be run alone, by name; none if it is indivisible
 * @param choices the options that affect it; the others are refused
 * @param usualRate the default of {@code --rate}, as are {@code usualCount} and {@code usualSeconds} of their options
 */
public record Scenario(
        String name,
        String shows,
        List<String> cases,
        Set<Choice> choices,
        int usualRate,
        int usualCount,
        int usualSeconds,
        Play play) {

    public static final int RATE_OF_A_DISK = 150; // in MiB a second
    public static final int RATE_OF_THREE_DISKS = 60; // of each: two processors serve all and their clients
    public static final int REQUESTS = 100_000;

    /** A command-line option that not every scenario uses; see {@link Stage}. */
    public enum Choice {
        RATE,
        DISK,
        DISKS,
        READAHEAD,
        NATIVE,
        BUSY,
        MINUTES,
        COUNT;

        public String option() {
            return "--" + name().toLowerCase(Locale.ROOT);
        }
    }

    /** Measures. All resources to be cleaned up are registered with the stage. */
    public interface Play {

        Outcome on(Stage stage) throws Exception;
    }

    /** An indivisible one with the usual defaults, which these options affect. */
    public static Scenario named(String name, String shows, Play play, Choice... choices) {
        return new Scenario(name, shows, List.of(), Set.of(choices), RATE_OF_A_DISK, REQUESTS, 10, play);
    }

    /** One whose DataNode has a slow disk, the rate of which can be given. */
    public static Scenario onDisk(String name, String shows, Play play) {
        return named(name, shows, play, Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /** One whose DataNode has as many such disks, and processes that keep processors busy beside it, as are given. */
    public static Scenario onDisks(String name, String shows, Play play) {
        return named(name, shows, play, Choice.RATE, Choice.DISKS, Choice.READAHEAD, Choice.NATIVE, Choice.BUSY);
    }

    /** One whose DataNode has a slow disk of a rate of its own. */
    public static Scenario onItsDisk(String name, String shows, Play play) {
        return named(name, shows, play, Choice.READAHEAD, Choice.NATIVE);
    }

    /** The same with cases that can be run alone. */
    public Scenario of(List<String> names) {
        return new Scenario(name, shows, names, choices, usualRate, usualCount, usualSeconds, play);
    }

    /** The same with other defaults. */
    public Scenario usually(int rate, int count) {
        return new Scenario(name, shows, cases, choices, rate, count, usualSeconds, play);
    }

    /** The same with another default length of a measurement. */
    public Scenario lasting(int seconds) {
        return new Scenario(name, shows, cases, choices, usualRate, usualCount, seconds, play);
    }
}
