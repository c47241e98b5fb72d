package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.executor.LocalIoState;
import java.util.List;

/** What isolates tenants on one I/O path of one volume, as JMX shows it. Immutable. */
public final class CoverageFigures {

    private final String volume;
    private final String path;
    private final List<String> coveredBy;
    private final String reason;

    CoverageFigures(VolumeCoverage coverage, IoPath path) {
        this.volume = coverage.volume();
        this.path = path.label();
        this.coveredBy = coverage.coveredBy(path);
        this.reason = coverage.reason(path);
    }

    CoverageFigures(String volume, LocalIoState executors) {
        this.volume = volume;
        this.path = LocalIoState.PATH;
        this.coveredBy = executors.coveredBy();
        this.reason = executors.reason();
    }

    /** The volume's storage id. */
    public String getVolume() {
        return volume;
    }

    /**
     * {@code reads}, {@code writes}, {@code cachedReads}, {@code shortCircuit} or {@code executors}, their local I/O.
     */
    public String getPath() {
        return path;
    }

    /**
     * The layers that cover it, separated by commas: {@code pacing, blkio backstop}; empty if no tenant is throttled.
     */
    public String getCoveredBy() {
        return String.join(", ", coveredBy);
    }

    int layers() {
        return coveredBy.size();
    }

    /**
     * Why requested layers do not cover it, and for {@code shortCircuit} the tenants that are granted it; empty if all
     * do.
     */
    public String getReason() {
        return reason;
    }
}
