package io.hdfsthrottle.setting;

import io.hdfsthrottle.link.Addresses;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** Reads a single setting. */
final class Setting {

    /** The value by which the agent itself determines the setting. */
    static final String AUTO = "auto";

    private Setting() {}

    /**
     * Reads the setting of that name.
     *
     * @param name without {@link AgentSettings#PREFIX}
     * @param byDefault the value where none is written
     * @param reader refuses by an IllegalArgumentException whose message names a good value
     * @throws SettingException naming the key and the value that was refused
     */
    static <T> T read(Map<String, String> written, String name, String byDefault, Function<String, T> reader)
            throws SettingException {
        String key = AgentSettings.PREFIX + name;
        String value = written.getOrDefault(key, byDefault).trim();
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException malformed) {
            throw new SettingException(key, key + "=" + Addresses.shown(value) + ": " + malformed.getMessage());
        }
    }

    /** True or false, written so. */
    static Boolean flag(String value) {
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        throw new IllegalArgumentException("true or false, for example true");
    }

    /** A number from 0 to 1. */
    static Double part(String value, String good) {
        double part = number(value);
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("0 to 1, for example " + good);
        }
        return part;
    }

    /** The number, or NaN for what is none. */
    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }

    /** A path; null for nothing. */
    static Path path(String value) {
        try {
            return value.isEmpty() ? null : Path.of(value);
        } catch (InvalidPathException malformed) {
            throw new IllegalArgumentException(
                    "no path of a file, for example /var/lib/hdfs-throttle/file; beyond ASCII in a locale with UTF-8 alone",
                    malformed);
        }
    }
}
