package io.hdfsthrottle.part;

import java.util.Locale;

/**
 * Encodes names of pools for a client's name: what users write is cut and cleaned, and stays different from other
 * names.
 */
public final class PoolName {

    /** The syntax of a name, for messages. */
    public static final String RULE = "1 to 32 of A-Z a-z 0-9 . _ -";

    static final int LONGEST = 32;
    private static final int KEPT = 23;

    private PoolName() {}

    /**
     * That text as a pool's name; itself if it is one already, and empty for nothing. Two texts nearly never have the
     * same name.
     */
    public static String of(String text) {
        boolean isName = text.length() <= LONGEST && isPlain(text);
        if (isName) {
            return text;
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < Math.min(KEPT, text.length()); i++) {
            char character = text.charAt(i);
            name.append(isPlain(character) ? character : '_');
        }
        return name.append(String.format(Locale.ROOT, "-%08x", text.hashCode())).toString();
    }

    static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '.'
                || character == '_'
                || character == '-';
    }
}
