package io.hdfsthrottle.identity;

import java.util.regex.Pattern;

/** Text from outside, made harmless for logs, terminals and pages. */
public final class PlainText {
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private PlainText() {}

    /** The text with every control, format and unassigned character replaced by a question mark. */
    public static String of(String text) {
        return INVISIBLE.matcher(text).replaceAll("?");
    }

    /** Whether there is nothing in it that {@link #of} would replace. */
    public static boolean is(String text) {
        return !INVISIBLE.matcher(text).find();
    }
}
