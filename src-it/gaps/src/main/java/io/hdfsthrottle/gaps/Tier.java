package io.hdfsthrottle.gaps;

import java.util.Map;
import org.opentest4j.TestAbortedException;

/** Which tests are to run on this machine, and whether tests that cannot run are skipped or fail. */
public enum Tier {
    /** Tests that need root or cgroup v1 are skipped, even where both are available. Missing tools are no failure. */
    PORTABLE,
    /** Every test runs that this machine can run; the others are skipped. */
    AVAILABLE,
    /** Every test runs; a missing requirement is a failure. */
    COMPLETE;

    /** The variable that {@code bin/test --portable} sets to {@code portable}. */
    static final String VARIABLE = "HDFS_THROTTLE_TIER";

    /** The tier selected by the environment: {@code HDFS_THROTTLE_TIER=portable}, or else {@code CI=true}. */
    public static Tier current() {
        return of(System.getenv());
    }

    static Tier of(Map<String, String> environment) {
        if ("portable".equals(environment.get(VARIABLE))) {
            return PORTABLE;
        }
        return Boolean.parseBoolean(environment.get("CI")) ? COMPLETE : AVAILABLE;
    }

    /**
     * Returns only if that is there; otherwise skips the test or the class for what is missing.
     *
     * @throws AssertionError in {@link #COMPLETE} instead
     */
    public void needs(boolean there, String missing) {
        if (there) {
            return;
        }
        if (this == COMPLETE) {
            throw new AssertionError("with CI=true this has to run: " + missing);
        }
        throw new TestAbortedException(this == PORTABLE ? "portable tier: " + missing : missing);
    }

    /** The same for what needs root or cgroup v1: never returns in {@link #PORTABLE}. */
    public void needsPrivilege(boolean there, String missing) {
        needs(there && this != PORTABLE, missing);
    }
}
