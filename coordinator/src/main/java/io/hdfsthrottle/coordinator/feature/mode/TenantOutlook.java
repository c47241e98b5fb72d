package io.hdfsthrottle.coordinator.feature.mode;

import java.util.Locale;

/**
 * What one tenant gets on the disks of nodes in shadow, and what enforcing would give it there.
 *
 * @param bytesPerSecond what it gets now
 * @param enforcedBytesPerSecond what it would get
 * @param streams how many it has open there
 * @param disks how many disks limit it
 * @param sentence both for people
 */
record TenantOutlook(
        String tenant, long bytesPerSecond, long enforcedBytesPerSecond, int streams, int disks, String sentence) {
    private static final double MEBI = 1 << 20;

    /** A difference that is smaller than this part is none: rates are measured. */
    private static final double SAME = 0.03;

    static TenantOutlook of(String tenant, long now, long enforced, int streams, int disks) {
        String why = disks == 0 ? "no disk limits it" : disks == 1 ? "one disk limits it" : disks + " disks limit it";
        boolean isSame = Math.abs(enforced - now) <= SAME * Math.max(enforced, now);
        // It is not known what of this came from memory, which is never held back.
        boolean isLeast = !isSame && disks == 0 && enforced < now;
        String then = isSame ? "the same" : (isLeast ? "at least " : "") + mebi(enforced);
        String sentence = "Tenant " + tenant + " gets " + mebi(now) + " and would get " + then + ": " + why + ".";
        return new TenantOutlook(tenant, now, enforced, streams, disks, sentence);
    }

    private static String mebi(long bytesPerSecond) {
        return String.format(Locale.ROOT, "%.1f MiB/s", bytesPerSecond / MEBI);
    }
}
