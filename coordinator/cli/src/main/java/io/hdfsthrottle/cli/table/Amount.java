package io.hdfsthrottle.cli.table;

import java.util.Locale;

/** Writes amounts for people, short ones however large they are. */
public final class Amount {
    private static final String[] THOUSANDS = {"", "k", "M", "G", "T", "P", "E"};

    /** The least that is written as 1000.0. */
    private static final double NEARLY_A_THOUSAND = 999.95;

    private Amount() {}

    /** The amount in the largest decimal unit that does not exceed it. */
    public static String bytes(long bytes) {
        int thousands = thousands((double) bytes);
        double amount = (double) bytes / Math.pow(1_000, thousands);
        String digits = amount == Math.rint(amount) ? Long.toString((long) amount) : tenths(amount);
        return digits + " " + THOUSANDS[thousands] + "B";
    }

    /** A rate in the same units. */
    public static String rate(long bytesPerSecond) {
        return bytes(bytesPerSecond) + "/s";
    }

    /** A number of no unit, such as 3.0 or 1.2M. */
    public static String number(double number) {
        int thousands = thousands(number);
        return tenths(number / Math.pow(1_000, thousands)) + THOUSANDS[thousands];
    }

    private static int thousands(double amount) {
        int thousands = 0;
        for (double left = amount; left >= NEARLY_A_THOUSAND && thousands < THOUSANDS.length - 1; left /= 1_000) {
            thousands++;
        }
        return thousands;
    }

    private static String tenths(double amount) {
        return String.format(Locale.ROOT, "%.1f", amount);
    }
}
