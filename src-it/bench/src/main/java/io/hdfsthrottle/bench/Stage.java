package io.hdfsthrottle.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * What a scenario is given to work with.
 *
 * @param window how long one measurement lasts
 * @param repeats how often each is made
 * @param diskRate of the slow disk, in MiB a second
 * @param folder for whatever it needs; removed afterwards
 * @param belongings what is cleaned up at the end, however the end comes
 * @param out where it tells what it found
 */
record Stage(Duration window, int repeats, int diskRate, Path folder, Belongings belongings, PrintStream out) {

    /** Prints a line. */
    void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
