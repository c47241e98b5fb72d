package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.usage.DiskFacts;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kind of a disk, as its node's kernel reports it; a virtual disk may be neither. */
public enum DiskKind {
    HDD,
    SSD,
    /** Its node does not report it. */
    UNKNOWN;

    /**
     * The kind that a request asks for.
     *
     * @param kind null for any
     * @throws InvalidInput if there is none of that name
     */
    public static Optional<DiskKind> asked(String kind) {
        return kind == null
                ? Optional.empty()
                : Optional.of(Stream.of(HDD, SSD)
                        .filter(each -> each.label().equals(kind))
                        .findFirst()
                        .orElseThrow(() -> new InvalidInput("kind", kind, "hdd or ssd, or null for any")));
    }

    public static DiskKind of(DiskFacts disk) {
        return disk.rotational().map(turns -> turns ? HDD : SSD).orElse(UNKNOWN);
    }

    /** The name that users write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
