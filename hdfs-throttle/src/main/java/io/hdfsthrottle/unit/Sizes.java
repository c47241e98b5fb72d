package io.hdfsthrottle.unit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads amounts of bytes: as Hadoop writes them ({@code Configuration.getLongBytes}), {@code 150m} being 157,286,400
 * bytes, and as people do. {@code m} and {@code MiB} are 2^20 bytes, {@code MB} is 10^6; with a unit, a decimal point is
 * permitted.
 */
public final class Sizes {

    /** The largest amount that can be written down; beyond it a value is considered a typing error. */
    static final long LARGEST = 1L << 50;

    private static final String UNITS = "kmgt";
    private static final Pattern WRITTEN =
            Pattern.compile("([0-9]{1,18})(\\.[0-9]{1,9})?\\s?(?:([kmgt])(i?b)?|b)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern BITS = Pattern.compile(".*[KMGT]b(/s)?");

    private Sizes() {}

    /**
     * Reads {@code 157286400}, {@code 150m}, {@code 1.5g}, {@code 150MB} or {@code 150 MiB}; case does not matter, but
     * that {@code Mb} would be bits.
     *
     * @throws IllegalArgumentException if it is no size, or above 1 PiB; the message shows what was given and good
     *     values
     */
    public static long parse(String written) {
        return parse(written, written.trim(), "size; write bytes", "1 PiB");
    }

    static long parse(String written, String text, String what, String largest) {
        Matcher matcher = WRITTEN.matcher(text);
        boolean whole = matcher.matches() && (matcher.group(2) == null || matcher.group(3) != null);
        if (!whole || BITS.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + written + "' is no " + what
                    + ", for example 150m or 150MiB (times 2^20), or 150MB (times 10^6)");
        }
        String unit = matcher.group(3) == null ? "" : matcher.group(3).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
        boolean decimal = "b".equalsIgnoreCase(matcher.group(4));
        String fraction = matcher.group(2) == null ? "" : matcher.group(2);
        BigDecimal bytes = new BigDecimal(matcher.group(1) + fraction)
                .multiply(BigDecimal.valueOf(decimal ? 1_000 : 1_024).pow(power));
        if (bytes.compareTo(BigDecimal.valueOf(LARGEST)) > 0) {
            throw new IllegalArgumentException("'" + written + "' is above " + largest + "; for example 150m");
        }
        return bytes.setScale(0, RoundingMode.DOWN).longValueExact();
    }
}
