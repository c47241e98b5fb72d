package io.hdfsthrottle.rule;

/**
 * A text pattern with {@code *} and {@code ?}, matched by hand in linear space and without backtracking over more than
 * one star: a hostile name cannot cost a DataNode much time, as it could with a regular expression.
 */
final class Glob implements Pattern {

    private static final String CHARACTERS = "A-Za-z0-9._@/$*?-";
    private static final int LONGEST = 128;

    private static final java.util.regex.Pattern WRITTEN =
            java.util.regex.Pattern.compile("[" + CHARACTERS + "]{1," + LONGEST + "}");

    private final String pattern;

    private Glob(String pattern) {
        this.pattern = pattern;
    }

    static Glob parse(String part, String pattern) {
        if (!WRITTEN.matcher(pattern).matches()) {
            throw new IllegalArgumentException("the pattern for '" + part + "' is 1 to " + LONGEST
                    + " of A-Z a-z 0-9 . _ @ / $ - and the wildcards * and ?, where ? stands for any other character,"
                    + " a blank too; for example " + like(pattern)
                    + (pattern.contains(",") ? "; for several, a rule each" : ""));
        }
        return new Glob(pattern);
    }

    /** A pattern that matches what was written. */
    private static String like(String written) {
        String like = written.replaceAll("[^" + CHARACTERS + "]", "?");
        return like.isEmpty() ? "*" : like.length() <= LONGEST ? like : like.substring(0, LONGEST - 1) + "*";
    }

    @Override
    public boolean matches(String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
