package io.hdfsthrottle.guard;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A value to write into a control file, and how to determine the value to restore later. Files that hold a line for
 * each device take the device first ({@code 8:0 rbps=1048576}). Immutable.
 */
final class ControlValue {

    private final String setting;
    private final Path file;
    private final String key;
    private final String value;
    private final String neutral;
    private final Path source;

    private ControlValue(String setting, Path file, String key, String value, String neutral, Path source) {
        this.setting = setting;
        this.file = file;
        this.key = key;
        this.value = value;
        this.neutral = neutral;
        this.source = source;
    }

    /** A file that holds one value. */
    static ControlValue plain(String setting, Path file, String value) {
        return new ControlValue(setting, file, "", value, "", file);
    }

    /** A file that holds a line for each device; the neutral value is what a device has that has no line. */
    static ControlValue ofDevice(String setting, Path file, String device, String value, String neutral) {
        return new ControlValue(setting, file, device, value, neutral, file);
    }

    /** The same, but the value to restore is read from that other file, and written there. */
    ControlValue putBackThrough(Path other) {
        return new ControlValue(setting, file, key, value, neutral, other);
    }

    /** The setting that requires it. */
    String setting() {
        return setting;
    }

    /** Where it is written. */
    Path file() {
        return file;
    }

    /** What is written. */
    String text() {
        return key.isEmpty() ? value : key + " " + value;
    }

    /** The file from which the old value is read, and to which it is restored. */
    Path source() {
        return source;
    }

    /** The text that restores the old value, given the source's content before anything is written. */
    String putBack(String before) {
        if (key.isEmpty()) {
            return before;
        }
        return before.lines()
                .filter(line -> line.startsWith(key + " "))
                .findFirst()
                .orElse(key + " " + neutral);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ControlValue
                && ((ControlValue) other).toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(file, key, value);
    }

    @Override
    public String toString() {
        return file + " = " + text();
    }
}
