package io.hdfsthrottle.cli.policy.translate;

import io.hdfsthrottle.cli.remote.Failure;

/**
 * A file of another system. It is not trusted.
 *
 * @param file its name, for messages
 */
public record Source(String file, String text) {
    private static final int LONGEST_ECHO = 100;

    /** What of it cannot be translated, and why, with what to do about it. */
    Failure refused(int line, String why) {
        return Failure.wronglyAsked(at(line) + why, null);
    }

    String at(int line) {
        return file + ", line " + line + ": ";
    }

    /** A text of the file for a message: not all of a long one. */
    static String shown(String text) {
        String one = text.strip();
        boolean isLong = one.length() > LONGEST_ECHO;
        return one.substring(0, isLong ? LONGEST_ECHO : one.length()).replaceAll("\\s+", " ") + (isLong ? "..." : "");
    }
}
