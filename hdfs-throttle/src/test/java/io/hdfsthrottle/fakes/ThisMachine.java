package io.hdfsthrottle.fakes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What a test needs of the machine it runs on that not every machine has. */
public final class ThisMachine {

    private ThisMachine() {}

    /**
     * Goes on only where that is there. Elsewhere the test is skipped by name, or fails with {@code CI=true}: what does not run proves
     * nothing.
     *
     * @param missing what is said where it is not there
     */
    public static void mustHave(boolean there, String missing) {
        if (!there && Boolean.parseBoolean(System.getenv("CI"))) {
            throw new AssertionError("with CI=true this has to run: " + missing);
        }
        assumeTrue(there, missing);
    }

    /** Goes on only as root. */
    public static void mustBeRoots(String what) {
        mustHave("root".equals(System.getProperty("user.name")), what + " needs root");
    }
}
