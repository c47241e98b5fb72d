package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.VolumeCoverage;

/** What holds tenants apart on one path of one volume, as JMX shows it. Immutable. */
public final class CoverFigures {

    private final VolumeCoverage coverage;
    private final IoPath path;

    CoverFigures(VolumeCoverage coverage, IoPath path) {
        this.coverage = coverage;
        this.path = path;
    }

    /** The volume's storage id. */
    public String getVolume() {
        return coverage.volume();
    }

    /** {@code reads}, {@code writes}, {@code cachedReads} or {@code shortCircuit}. */
    public String getPath() {
        return path.label();
    }

    /** The layers that cover it, separated by commas: {@code pacing, blkio backstop}; empty if nobody is held back. */
    public String getCoveredBy() {
        return String.join(", ", coverage.coveredBy(path));
    }

    /** Why layers that were asked for do not cover it; empty if all do. */
    public String getReason() {
        return coverage.reason(path);
    }
}
