package io.hdfsthrottle.coordinator.tier;

/** One operation of HDFS that changes what it says. Done again, each changes nothing more. */
public sealed interface Step {
    /** The file or folder. */
    String path();

    /** From now on its blocks are to lie where that policy says; nothing moves yet. */
    record SetPolicy(String path, StoragePolicy policy) implements Step {
        @Override
        public String toString() {
            return "set the storage policy of " + path + " to " + policy;
        }
    }

    /** What lies elsewhere than its policy says is to be moved. */
    record Satisfy(String path) implements Step {
        @Override
        public String toString() {
            return "satisfy the storage policy of " + path;
        }
    }

    /** Files below it may take of that storage type what they like, until they have a quota again, for which HDFS counts anew. */
    record ClearQuota(String path, String type) implements Step {
        @Override
        public String toString() {
            return "clear the quota of " + path + " on " + type;
        }
    }

    /** Files below it may take so much of that storage type. */
    record SetQuota(String path, String type, long bytes) implements Step {
        @Override
        public String toString() {
            return "set the quota of " + path + " on " + type + " to " + bytes + " bytes";
        }
    }
}
