package io.hdfsthrottle.coordinator.feature.tier.hdfs;

/** One modifying HDFS operation. Each is idempotent. */
public sealed interface Step {
    /** The file or folder. */
    String path();

    /** Sets where its blocks are to lie; nothing moves yet. */
    record SetPolicy(String path, StoragePolicy policy) implements Step {
        @Override
        public String toString() {
            return "set the storage policy of " + path + " to " + policy;
        }
    }

    /**
     * Asks HDFS to move blocks to where the policy says.
     *
     * @param again whether it was asked before and may have lost the request: it ignores a second one for a file that
     *     it has marked as requested
     */
    record Satisfy(String path, boolean again) implements Step {
        @Override
        public String toString() {
            return "satisfy the storage policy of " + path;
        }
    }

    /** Removes the limit on that storage type; HDFS recounts when a quota is set again. */
    record ClearQuota(String path, String type) implements Step {
        @Override
        public String toString() {
            return "clear the quota of " + path + " on " + type;
        }
    }

    /** Limits what files below it may take of that storage type. */
    record SetQuota(String path, String type, long bytes) implements Step {
        @Override
        public String toString() {
            return "set the quota of " + path + " on " + type + " to " + bytes + " bytes";
        }
    }
}
