package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.localio.ExecutorStanding;

/** What was made of an executor that is said to run on the host, as JMX shows it. Immutable. */
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

    /** Whose share it has. */
    public String getTenant() {
        return standing.tenant().name();
    }

    /** {@code refused}, {@code counted}, {@code charged} or {@code held}. */
    public String getState() {
        return standing.state().label();
    }

    /** What it takes from the node's disks, in bytes a second. */
    public long getBytesPerSecond() {
        return standing.rate().bytesPerSecond();
    }

    /** Why no more is done. */
    public String getReason() {
        return standing.reason();
    }
}
