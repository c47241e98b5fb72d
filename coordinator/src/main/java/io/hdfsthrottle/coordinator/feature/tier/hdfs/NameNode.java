package io.hdfsthrottle.coordinator.feature.tier.hdfs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The HDFS operations that tiers use. Every method blocks until an answer, for a bounded time. For one thread. */
public interface NameNode {
    /**
     * A file or folder, as HDFS reports it.
     *
     * @param id HDFS's number for it: another file under the same name has another one
     * @param length in bytes; 0 for a folder
     * @param modified when it was last written, in milliseconds since 1970
     * @param policy the number of the storage policy that holds for it, its own or that of a folder above; 0 for none
     * @param blockSize in bytes
     */
    record Entry(
            String path,
            long id,
            boolean folder,
            long length,
            int replicas,
            long modified,
            int policy,
            long blockSize) {
        /** Its storage policy; empty for one that tiers do not use. */
        public Optional<StoragePolicy> storagePolicy() {
            return StoragePolicy.ofId(policy);
        }

        /** The bytes of the policy's storage type that it takes under that policy. */
        public long takes(StoragePolicy under) {
            return under.takes(length, replicas);
        }

        /** Whether this is the same file, not written since. */
        public boolean isAs(Entry other) {
            return id == other.id && modified == other.modified && policy == other.policy;
        }
    }

    /** One page of a folder's listing, in the order of names, and whether more entries follow. */
    record Page(List<Entry> entries, boolean more) {
        /** Keeps a copy. */
        public Page {
            entries = List.copyOf(entries);
        }
    }

    /**
     * The quota of a folder on one storage type, in bytes.
     *
     * @param quota empty for none
     * @param used as HDFS counts it, by storage policies; empty without a quota, when HDFS does not count
     */
    record Usage(OptionalLong quota, OptionalLong used) {
        /** No quota. */
        public static final Usage NONE = new Usage(OptionalLong.empty(), OptionalLong.empty());
    }

    /** The file does not exist. */
    final class Gone extends IOException {
        private static final long serialVersionUID = 1L;

        /** Naming the missing file. */
        public Gone(String message) {
            super(message);
        }
    }

    /** HDFS answers, but refuses the operation. */
    final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        /** With the reason in HDFS's words. */
        public Refused(String message) {
            super(message);
        }
    }

    /** The status of that file or folder. */
    Entry status(String path) throws IOException;

    /** The entries directly in a folder behind that name; empty for the first. */
    Page list(String folder, String after) throws IOException;

    /** The quota of a folder on that storage type. */
    Usage usage(String folder, String type) throws IOException;

    /** How many bytes of a file's replicas have still to leave SSD by that policy. */
    long misplaced(Entry file, StoragePolicy policy) throws IOException;

    /** Executes a step. */
    void take(Step step) throws IOException;
}
