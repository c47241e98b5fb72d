package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.unit.Rate;
import java.util.Locale;

/** Amounts in sentences. */
final class Words {
    private static final double MEGA = 1e6;

    private Words() {}

    static String rate(Rate rate) {
        return rate(rate.bytesPerSecond());
    }

    static String rate(long bytesPerSecond) {
        return rate((double) bytesPerSecond);
    }

    static String rate(double bytesPerSecond) {
        double value = bytesPerSecond / MEGA;
        return String.format(Locale.ROOT, value < 10 ? "%.1f MB/s" : "%.0f MB/s", value);
    }

    static String percent(double part) {
        double value = 100 * part;
        return String.format(Locale.ROOT, value < 10 ? "%.1f %%" : "%.0f %%", value);
    }

    static String seconds(double millis) {
        return String.format(Locale.ROOT, millis < 9_950 ? "%.1f s" : "%.0f s", millis / 1e3);
    }
}
