package io.hdfsthrottle.coordinator.disk;

import io.hdfsthrottle.usage.DiskFacts;
import java.util.Locale;
import java.util.Optional;

/** What a disk is made of, as its node's kernel takes it to be; a virtual disk may be neither. */
public enum DiskKind {
    /** It turns. */
    HDD,
    /** It does not. */
    SSD,
    /** Its node does not say. */
    UNKNOWN;

    /** Those that can be asked for, for messages. */
    public static final String NAMES = "hdd or ssd";

    /** The kind of that name that can be asked for. */
    public static Optional<DiskKind> named(String name) {
        return HDD.label().equals(name)
                ? Optional.of(HDD)
                : SSD.label().equals(name) ? Optional.of(SSD) : Optional.empty();
    }

    static DiskKind of(DiskFacts disk) {
        return disk.rotational().map(turns -> turns ? HDD : SSD).orElse(UNKNOWN);
    }

    /** As people write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
