package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.usage.DiskFacts;
import java.util.Locale;
import java.util.Optional;

/** The kind of a disk, as its node's kernel reports it; a virtual disk may be neither. */
public enum DiskKind {
    HDD,
    SSD,
    /** Its node does not report it. */
    UNKNOWN;

    /** The kinds that can be asked for, for messages. */
    public static final String NAMES = "hdd or ssd";

    /** The kind of that name that can be asked for. */
    public static Optional<DiskKind> named(String name) {
        return HDD.label().equals(name)
                ? Optional.of(HDD)
                : SSD.label().equals(name) ? Optional.of(SSD) : Optional.empty();
    }

    public static DiskKind of(DiskFacts disk) {
        return disk.rotational().map(turns -> turns ? HDD : SSD).orElse(UNKNOWN);
    }

    /** The name that users write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
