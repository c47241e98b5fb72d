package io.hdfsthrottle.coordinator.tier;

import java.util.Arrays;
import java.util.Optional;

/** The storage policies of HDFS that tiers are made of, fastest first (HDFS, "Archival Storage, SSD &amp; Memory"). */
public enum StoragePolicy {
    /** One replica in memory, written to disk soon by the DataNode itself; HDFS never changes the policy of such a file. */
    LAZY_PERSIST(15, "RAM_DISK"),
    ALL_SSD(12, "SSD"),
    ONE_SSD(10, "SSD"),
    /** HDFS's default: all replicas on DISK. */
    HOT(7, "DISK");

    /** What HDFS answers where neither the file nor a folder above it has a policy. */
    private static final int UNSPECIFIED = 0;

    private final int id;
    private final String type;

    StoragePolicy(int id, String type) {
        this.id = id;
        this.type = type;
    }

    /** The policy of that number in HDFS; nothing for those that no tier knows. */
    static Optional<StoragePolicy> ofId(int id) {
        return id == UNSPECIFIED
                ? Optional.of(HOT)
                : Arrays.stream(values()).filter(each -> each.id == id).findFirst();
    }

    /** The policy of that name, as HDFS writes it. */
    static Optional<StoragePolicy> named(String name) {
        return Arrays.stream(values()).filter(each -> each.name().equals(name)).findFirst();
    }

    /** Its number in HDFS. */
    public int id() {
        return id;
    }

    /** The storage type that its fast replicas lie on. */
    public String type() {
        return type;
    }

    /** What a file of that length takes of the storage type, in bytes, as HDFS counts it for quotas. */
    long takes(long length, int replicas) {
        return switch (this) {
            case ALL_SSD -> length * Math.max(1, replicas);
            case LAZY_PERSIST, ONE_SSD -> length;
            case HOT -> 0;
        };
    }

    /** How many replicas of each block it wants on SSD, of so many. */
    private int onSsd(int replicas) {
        return switch (this) {
            case ALL_SSD -> replicas;
            case ONE_SSD -> 1;
            case LAZY_PERSIST, HOT -> 0;
        };
    }

    /**
     * How many replicas of a block have still to leave SSD.
     *
     * @param ssd how many lie there
     * @param replicas how many there are
     */
    public int misplaced(int ssd, int replicas) {
        return Math.max(0, ssd - onSsd(replicas));
    }
}
