package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.localio.ExecutorStanding;

/** The verification state and I/O rate of an executor that claims to run on the host, as JMX shows it. Immutable. */
public final class ExecutorFigures {

    private final ExecutorStanding standing;

    ExecutorFigures(ExecutorStanding standing) {
        this.standing = standing;
    }

    /** The application's id. */
    public String getApplication() {
        return standing.application();
    }

    /** The executor's id within it. */
    public String getExecutor() {
        return standing.executor();
    }

    /** The tenant whose share it uses. */
    public String getTenant() {
        return standing.tenant().name();
    }

    /** {@code refused}, {@code counted}, {@code charged} or {@code held}. */
    public String getState() {
        return standing.state().label();
    }

    /** Its throughput on the node's disks, in bytes a second. */
    public long getBytesPerSecond() {
        return standing.rate().bytesPerSecond();
    }

    /** Why its state is no further. */
    public String getReason() {
        return standing.reason();
    }
}
