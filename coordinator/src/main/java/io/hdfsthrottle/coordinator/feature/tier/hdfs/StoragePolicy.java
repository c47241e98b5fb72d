package io.hdfsthrottle.coordinator.feature.tier.hdfs;

import java.util.Arrays;
import java.util.Optional;

/** The storage policies of HDFS that tiers use, fastest first (HDFS, "Archival Storage, SSD &amp; Memory"). */
public enum StoragePolicy {
    /**
     * One replica in memory, written to disk soon by the DataNode itself; HDFS never changes the policy of such a file.
     */
    LAZY_PERSIST(15, "RAM_DISK"),
    ALL_SSD(12, "SSD"),
    ONE_SSD(10, "SSD"),
    /** HDFS's default: all replicas on DISK. */
    HOT(7, "DISK");

    /** What HDFS returns if neither the file nor a folder above it has a policy. */
    private static final int UNSPECIFIED = 0;

    private final int id;
    private final String type;

    StoragePolicy(int id, String type) {
        this.id = id;
        this.type = type;
    }

    /** The policy of that number in HDFS; empty for those that tiers do not use. */
    public static Optional<StoragePolicy> ofId(int id) {
        return id == UNSPECIFIED
                ? Optional.of(HOT)
                : Arrays.stream(values()).filter(each -> each.id == id).findFirst();
    }

    /** The policy of that name, as HDFS writes it. */
    public static Optional<StoragePolicy> named(String name) {
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

    /** Bytes of the storage type that a file of that length takes, as HDFS counts it for quotas. */
    public long takes(long length, int replicas) {
        return switch (this) {
            case ALL_SSD -> length * Math.max(1, replicas);
            case LAZY_PERSIST, ONE_SSD -> length;
            case HOT -> 0;
        };
    }

    /** How many of a block's replicas belong on SSD. */
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
     * @param ssd the number on SSD
     * @param replicas the total number
     */
    public int misplaced(int ssd, int replicas) {
        return Math.max(0, ssd - onSsd(replicas));
    }
}
