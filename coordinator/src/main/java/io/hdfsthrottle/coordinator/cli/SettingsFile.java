package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.secret.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads settings as they are written: one {@code KEY = VALUE} a line; empty lines and those that begin with # or ! do
 * not count. A value is taken as it stands or refused: nothing is unescaped, joined or overridden in silence.
 */
final class SettingsFile {

    /** A value as it stands, and where. */
    record Written(String value, String place) {}

    private static final Pattern LINE = Pattern.compile("([A-Za-z0-9._-]+)\\s*[=:]\\s*(.*)");
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Z}&&[^ \t]]");

    private SettingsFile() {}

    /**
     * The values by key.
     *
     * @throws IOException if the file cannot be read as text; the message names it
     * @throws Failure for the first line that is refused, naming file and line; what it holds is not shown
     */
    static Map<String, Written> read(Path file) throws IOException {
        return parse(TextFile.lines(file), number -> file + ", line " + number);
    }

    /** @param place where the line of that number, from 1, is written */
    static Map<String, Written> parse(List<String> lines, IntFunction<String> place) {
        Map<String, Written> values = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#") || line.startsWith("!")) {
                continue;
            }
            String here = place.apply(i + 1);
            Matcher matcher = LINE.matcher(line);
            if (line.indexOf('\\') >= 0) {
                throw refused(here, "has a backslash; write the value as it is, on one line, without any");
            }
            if (INVISIBLE.matcher(line).find()) {
                throw refused(here, "has a character that cannot be seen; write the line anew");
            }
            if (!matcher.matches()) {
                throw refused(here, "is not KEY = VALUE, for example listen.port = 9880");
            }
            Written before = values.put(matcher.group(1), new Written(matcher.group(2), here));
            if (before != null) {
                throw refused(
                        here, "sets " + matcher.group(1) + ", as does " + before.place() + "; delete one of them");
            }
        }
        return values;
    }

    private static Failure refused(String place, String why) {
        return Failure.wronglyAsked(place + " " + why, null);
    }
}
