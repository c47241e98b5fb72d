package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.unit.Rate;
import java.util.Locale;

/** Formats rates: 1 MB is 1 000 000 bytes, as disks and networks count. */
final class Megabytes {

    private static final double BYTES = 1e6;

    private Megabytes() {}

    /** Bytes a second as MB/s, rounded to hundredths. */
    static double perSecond(double bytesPerSecond) {
        return Math.round(bytesPerSecond / BYTES * 100) / 100.0;
    }

    /** A rate as MB/s, rounded to hundredths. */
    static double perSecond(Rate rate) {
        return perSecond((double) rate.bytesPerSecond());
    }

    /** A rate as text with one decimal. */
    static String text(Rate rate) {
        return text((double) rate.bytesPerSecond());
    }

    /** Bytes a second as text with one decimal. */
    static String text(double bytesPerSecond) {
        return String.format(Locale.ROOT, "%.1f", bytesPerSecond / BYTES);
    }
}
