package io.hdfsthrottle.cli.disk;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How far measurements can be trusted, why not further, and which capacity they would make. Pure.
 *
 * @param sure how far
 * @param reasons what speaks against it; empty only if {@link Sure#YES}
 * @param fixedCapacity what a fixed capacity would be; nothing where the measurements say nothing about a disk
 */
public record Verdict(Sure sure, List<String> reasons, Optional<Rate> fixedCapacity) {

    /** How far measurements can be trusted. */
    public enum Sure {
        /** Repeats agree, and no other process used the disk. */
        YES,
        /** Approximately right. */
        FAIRLY,
        /** Not to be relied upon. */
        NO
    }

    private static final double SMALL_SPREAD = 0.05;
    private static final double LARGE_SPREAD = 0.15;
    private static final double LITTLE_LOAD = 0.02;
    private static final double MUCH_LOAD = 0.10;
    private static final double SEEN = 0.9;

    /** Takes a copy of the reasons. */
    public Verdict {
        reasons = List.copyOf(reasons);
    }

    /**
     * Judges measurements.
     *
     * @param hasDevice whether the kernel shows a device below the folder
     * @param direct whether the page cache was left out
     */
    static Verdict of(List<Measured> all, boolean hasDevice, boolean direct) {
        List<String> reasons = new ArrayList<>();
        boolean aboutDisk = hasDevice && direct;
        Sure sure = aboutDisk ? Sure.YES : Sure.NO;
        if (!hasDevice) {
            reasons.add("the kernel shows no block device below: this may be memory or a network");
        }
        if (!direct) {
            reasons.add("the file system offers no direct I/O, so the page cache was measured too");
        }
        for (Measured measured : all) {
            String what = measured.access().label();
            sure = worse(sure, measured.spread(), SMALL_SPREAD, LARGE_SPREAD);
            if (measured.spread() > SMALL_SPREAD) {
                reasons.add(what + ": repeats lie " + percent(measured.spread()) + " apart");
            }
            sure = worse(sure, measured.foreign(), LITTLE_LOAD, MUCH_LOAD);
            if (measured.foreign() > LITTLE_LOAD) {
                reasons.add(
                        what + ": " + percent(measured.foreign()) + " of what the device did was for somebody else");
            }
            if (measured.seen() < SEEN) {
                aboutDisk = false;
                sure = Sure.NO;
                reasons.add(what + ": the device saw only " + percent(measured.seen()) + " of it, memory the rest");
            }
        }
        return new Verdict(sure, reasons, aboutDisk ? Optional.of(slowestSequential(all)) : Optional.empty());
    }

    private static Sure worse(Sure sure, double value, double small, double large) {
        Sure alone = value > large ? Sure.NO : value > small ? Sure.FAIRLY : Sure.YES;
        return alone.compareTo(sure) > 0 ? alone : sure;
    }

    /** The least rate seen: if the capacity were too high, the tenants with most threads would take the difference. */
    private static Rate slowestSequential(List<Measured> all) {
        double least = all.stream()
                .filter(measured -> !measured.access().random())
                .mapToDouble(Measured::least)
                .min()
                .orElse(0);
        long unit = least >= 10 << 20 ? 1 << 20 : 1 << 10;
        return Rate.ofBytesPerSecond((long) least / unit * unit);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f %%", part * 100);
    }
}
