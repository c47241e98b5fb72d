package io.hdfsthrottle.unit;

/**
 * A rate of bytes: 0 up to {@link #UNLIMITED}, in bytes per second.
 *
 * <p>Written as {@link Sizes} are, {@code 150m} being 157,286,400 bytes per second. Immutable.
 */
public final class Rate implements Comparable<Rate> {

    /** Nothing at all. */
    public static final Rate ZERO = new Rate(0);

    /** No bound: larger than any device. */
    public static final Rate UNLIMITED = new Rate(Long.MAX_VALUE);

    private static final String SUFFIXES = "kmgt";

    private final long bytesPerSecond;

    private Rate(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** The rate of so many bytes a second, 0 or more. */
    public static Rate ofBytesPerSecond(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("a rate is not negative: " + bytesPerSecond);
        }
        return new Rate(bytesPerSecond);
    }

    /**
     * Reads what {@link Sizes} reads, with or without {@code /s}: {@code 150m}, {@code 1.5g}, {@code 10MiB/s}.
     *
     * @throws IllegalArgumentException if it is no rate, or above 1 PiB/s; the message shows what was given and a good
     *     value
     */
    public static Rate parse(String written) {
        String text = written.trim();
        String size = text.endsWith("/s") ? text.substring(0, text.length() - 2) : text;
        return new Rate(Sizes.parse(written, size, "rate; write bytes per second", "1 PiB a second"));
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
