package io.hdfsthrottle.cli.feature.appointment;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.unit.Sizes;

/** Amounts of bytes as people write them: {@code 500MB}, {@code 1.5GiB}, {@code 4096}. */
final class Bytes {
    private Bytes() {}

    /** @throws Failure naming the option and a good value */
    static long parse(String option, String written) {
        try {
            long bytes = Sizes.parse(written);
            if (bytes > 0) {
                return bytes;
            }
            throw new IllegalArgumentException("'" + written + "' is nothing");
        } catch (IllegalArgumentException malformed) {
            throw Failure.wronglyAsked(option + ": " + malformed.getMessage() + "; a good value is 500MB", malformed);
        }
    }
}
