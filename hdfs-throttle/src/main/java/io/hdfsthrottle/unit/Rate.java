package io.hdfsthrottle.unit;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rate of bytes: 0 up to {@link #UNLIMITED}, in bytes per second.
 *
 * <p>Written as Hadoop writes sizes ({@code Configuration.getLongBytes}): a whole number with an optional binary
 * suffix, {@code 150m} being 157,286,400 bytes per second. Immutable.
 */
public final class Rate implements Comparable<Rate> {

    /** Nothing at all. */
    public static final Rate ZERO = new Rate(0);

    /** No bound: larger than any device. */
    public static final Rate UNLIMITED = new Rate(Long.MAX_VALUE);

    /** The largest rate that can be written down; beyond it a value is considered a typing error. */
    private static final long LARGEST_WRITTEN = 1L << 50;

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,18})([kmgt]?)");
    private static final String SUFFIXES = "kmgt";

    private final long bytesPerSecond;

    private Rate(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * The rate of so many bytes a second.
     *
     * @throws IllegalArgumentException if negative
     */
    public static Rate ofBytesPerSecond(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("a rate is not negative: " + bytesPerSecond);
        }
        return new Rate(bytesPerSecond);
    }

    /**
     * Reads {@code 157286400} or {@code 150m}; case does not matter.
     *
     * @throws IllegalArgumentException if it is no rate, or above 1 PiB/s; the message shows what was given and a good
     *     value
     */
    public static Rate parse(String written) {
        Matcher matcher = WRITTEN.matcher(written.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + written + "' is no rate; write bytes per second, for example 150m");
        }
        int shift = 10 * (SUFFIXES.indexOf(matcher.group(2)) + 1);
        if (matcher.group(2).isEmpty()) {
            shift = 0;
        }
        long number = Long.parseLong(matcher.group(1));
        if (number > LARGEST_WRITTEN >> shift) {
            throw new IllegalArgumentException("'" + written + "' is above 1 PiB a second; for example 150m");
        }
        return new Rate(number << shift);
    }

    /** In bytes per second; {@link Long#MAX_VALUE} for {@link #UNLIMITED}. */
    public long bytesPerSecond() {
        return bytesPerSecond;
    }

    /** Whether this is no bound at all. */
    public boolean isUnlimited() {
        return bytesPerSecond == Long.MAX_VALUE;
    }

    @Override
    public int compareTo(Rate other) {
        return Long.compare(bytesPerSecond, other.bytesPerSecond);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Rate && ((Rate) other).bytesPerSecond == bytesPerSecond;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bytesPerSecond);
    }

    /** As {@link #parse} reads it: {@code 150m}, or {@code unlimited}. */
    @Override
    public String toString() {
        if (isUnlimited()) {
            return "unlimited";
        }
        long number = bytesPerSecond;
        int suffix = -1;
        while (number >= 1024 && number % 1024 == 0 && suffix < SUFFIXES.length() - 1) {
            number /= 1024;
            suffix++;
        }
        return suffix < 0 ? Long.toString(number) : number + SUFFIXES.substring(suffix, suffix + 1);
    }
}
