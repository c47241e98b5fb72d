package io.hdfsthrottle.identity;

import java.util.regex.Pattern;

/** Sanitises untrusted text for logs, terminals and pages. */
public final class PlainText {
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private static final int LONGEST = 600;

    private PlainText() {}

    /** The first 600 characters of a text for users: no more of it is kept. */
    public static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    /** The text with every control, format and unassigned character replaced by a question mark. */
    public static String of(String text) {
        return INVISIBLE.matcher(text).replaceAll("?");
    }

    /** Whether there is nothing in it that {@link #of} would replace. */
    public static boolean is(String text) {
        return !INVISIBLE.matcher(text).find();
    }
}
