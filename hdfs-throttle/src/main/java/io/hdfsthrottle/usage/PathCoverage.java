package io.hdfsthrottle.usage;

import java.util.List;
import java.util.Objects;

/** The layers that isolate tenants on one I/O path of a volume, as a node reports them. Immutable. */
public final class PathCoverage {

    private final String path;
    private final List<String> coveredBy;
    private final String reason;

    /**
     * @param path {@code reads}, {@code writes}, {@code cachedReads} or {@code shortCircuit}; a newer node may know
     *     more
     */
    public PathCoverage(String path, List<String> coveredBy, String reason) {
        this.path = Objects.requireNonNull(path, "path");
        this.coveredBy = List.copyOf(coveredBy);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** The I/O path. */
    public String path() {
        return path;
    }

    /** The layers at work on it. */
    public List<String> coveredBy() {
        return coveredBy;
    }

    /** Why others are not. */
    public String reason() {
        return reason;
    }
}
