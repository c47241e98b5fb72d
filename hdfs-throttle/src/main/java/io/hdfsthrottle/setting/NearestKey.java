package io.hdfsthrottle.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the key that someone meant who wrote one that there is not. */
public final class NearestKey {

    private static final int LONGEST = 100;

    private NearestKey() {}

    /**
     * The known key that takes the fewest changes of a character; case, and which sign separates words, do not count.
     */
    public static String to(String written, Collection<String> known) {
        String text = plain(written.substring(0, Math.min(written.length(), LONGEST)));
        return known.stream()
                .min(Comparator.<String>comparingInt(key -> changes(text, plain(key)))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
    }

    /** Levenshtein's distance. */
    private static int changes(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            int diagonal = i;
            for (int j = 0; j <= other.length(); j++) {
                int above = row[j];
                if (i == 0 || j == 0) {
                    row[j] = i + j;
                } else {
                    int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                    row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
                }
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
