package io.hdfsthrottle.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a scenario is given to work with.
 *
 * @param window how long one measurement lasts
 * @param repeats how often each is made
 * @param diskRate of the slow disk, in MiB a second
 * @param disk of which kind it is, where the scenario leaves a choice
 * @param part what the name of a case must contain to be played; empty for all of them
 * @param settings what the DataNode is set to besides what the scenario sets, by key
 * @param folder for whatever it needs; removed afterwards
 * @param belongings what is cleaned up at the end, however the end comes
 * @param out where it tells what it found
 */
record Stage(
        Duration window,
        int repeats,
        int diskRate,
        DiskKind disk,
        String part,
        Map<String, String> settings,
        Path folder,
        Belongings belongings,
        PrintStream out) {

    /** Whether the case of that name is to be played. */
    boolean plays(String name) {
        return name.contains(part);
    }

    /** The same with a disk of that rate, and a DataNode that is set to this besides. */
    Stage with(int mebibytesPerSecond, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(more);
        all.putAll(settings);
        return new Stage(window, repeats, mebibytesPerSecond, disk, part, all, folder, belongings, out);
    }

    /** Prints a line. */
    void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
