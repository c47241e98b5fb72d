package io.hdfsthrottle.gaps;

import java.util.Map;
import org.opentest4j.TestAbortedException;

/** Which tests are to run on this machine, and what happens to those that cannot. */
public enum Tier {
    /** Tests that need root or cgroup v1 are skipped, also where both are there. Missing tools are no failure. */
    PORTABLE,
    /** Every test runs that this machine can run; the others are skipped. */
    AVAILABLE,
    /** Every test runs; what is missing is a failure. */
    COMPLETE;

    /** The variable that {@code bin/test --portable} sets to {@code portable}. */
    static final String VARIABLE = "HDFS_THROTTLE_TIER";

    /** What starts the reason of every test that the portable tier leaves out. */
    static final String LEFT_OUT = "portable tier: ";

    /** The tier that the environment asks for: {@code HDFS_THROTTLE_TIER=portable}, or else {@code CI=true}. */
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
     * Goes on only if {@code there}.
     *
     * @param missing what the machine lacks, for the report
     * @throws TestAbortedException otherwise, which skips the test or the class
     * @throws AssertionError in {@link #COMPLETE} instead
     */
    public void needs(boolean there, String missing) {
        if (there) {
            return;
        }
        if (this == COMPLETE) {
            throw new AssertionError("with CI=true this has to run: " + missing);
        }
        throw new TestAbortedException(this == PORTABLE ? LEFT_OUT + missing : missing);
    }

    /**
     * Goes on only if {@code there}, and never in {@link #PORTABLE}.
     *
     * @param missing what the machine lacks, for the report: what needs root or cgroup v1
     */
    public void needsPrivilege(boolean there, String missing) {
        needs(there && this != PORTABLE, missing);
    }
}
