package io.hdfsthrottle.jobs.sort;

import java.io.Serializable;
import java.util.Comparator;

/** Records of the sort benchmark: a key of 10 bytes and 90 more. */
final class TeraRecord {

    static final int BYTES = 100;
    static final int KEY_BYTES = 10;

    private TeraRecord() {}

    /** Compares keys as unsigned bytes, the first bytes first. */
    static int compare(byte[] one, byte[] other) {
        for (int i = 0; i < KEY_BYTES; i++) {
            int difference = (one[i] & 0xff) - (other[i] & 0xff);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    /** That order as a serializable comparator for Spark tasks. */
    static final class ByKey implements Comparator<byte[]>, Serializable {

        private static final long serialVersionUID = 1L;

        @Override
        public int compare(byte[] one, byte[] other) {
            return TeraRecord.compare(one, other);
        }
    }
}
