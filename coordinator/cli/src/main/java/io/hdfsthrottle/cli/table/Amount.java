package io.hdfsthrottle.cli.table;

import java.util.Locale;

/** Writes amounts of bytes for people. */
public final class Amount {
    private Amount() {}

    /** The amount in the largest decimal unit that does not exceed it. */
    public static String bytes(long bytes) {
        String[] names = {" B", " kB", " MB", " GB", " TB", " PB"};
        int unit = 0;
        double amount = bytes;
        while (amount >= 1_000 && unit < names.length - 1) {
            amount /= 1_000;
            unit++;
        }
        String digits =
                amount == Math.rint(amount) ? Long.toString((long) amount) : String.format(Locale.ROOT, "%.1f", amount);
        return digits + names[unit];
    }

    /** A rate in the same units. */
    public static String rate(long bytesPerSecond) {
        return bytes(bytesPerSecond) + "/s";
    }
}
