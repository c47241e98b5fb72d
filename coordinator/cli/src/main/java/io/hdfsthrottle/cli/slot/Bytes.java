package io.hdfsthrottle.cli.slot;

import io.hdfsthrottle.cli.remote.Failure;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of bytes as people write them: {@code 500MB}, {@code 1.5GiB}, {@code 4096}. */
final class Bytes {
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,3})?)\\s?([A-Za-z]{0,3})");
    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("", 1L),
            Map.entry("b", 1L),
            Map.entry("kb", 1_000L),
            Map.entry("mb", 1_000_000L),
            Map.entry("gb", 1_000_000_000L),
            Map.entry("tb", 1_000_000_000_000L),
            Map.entry("kib", 1L << 10),
            Map.entry("mib", 1L << 20),
            Map.entry("gib", 1L << 30),
            Map.entry("tib", 1L << 40));

    private Bytes() {}

    /** @throws Failure naming the option and a good value */
    static long parse(String option, String written) {
        Matcher matcher = WRITTEN.matcher(written.strip());
        if (matcher.matches()) {
            Long unit = UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT));
            if (unit != null) {
                BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
                if (bytes.signum() > 0 && bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
                    return bytes.longValue();
                }
            }
        }
        throw Failure.wronglyAsked(
                option + ": " + written + " is no amount of bytes; a good value is 500MB, or with GB, TB, MiB or GiB",
                null);
    }

    /** The amount in the largest decimal unit that does not exceed it. */
    static String text(long bytes) {
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
}
