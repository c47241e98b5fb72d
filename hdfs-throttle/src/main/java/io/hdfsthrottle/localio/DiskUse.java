package io.hdfsthrottle.localio;

import io.hdfsthrottle.unit.Rate;
import java.util.Objects;

/**
 * Who uses the disk of a volume now, as means of about five seconds: what the machine moves on it, of that HDFS and executors that were verified; the
 * rest nobody claims. Immutable.
 */
public final class DiskUse {

    private final String device;
    private final Rate total;
    private final Rate hdfs;
    private final Rate executors;

    private DiskUse(String device, Rate total, Rate hdfs, Rate executors) {
        this.device = Objects.requireNonNull(device, "device");
        this.total = Objects.requireNonNull(total, "total");
        this.hdfs = Objects.requireNonNull(hdfs, "hdfs");
        this.executors = Objects.requireNonNull(executors, "executors");
    }

    /**
     * The use of a disk.
     *
     * @param device {@code major:minor} of the whole disk, which several volumes may share
     */
    public static DiskUse of(String device, Rate total, Rate hdfs, Rate executors) {
        return new DiskUse(device, total, hdfs, executors);
    }

    /** {@code major:minor} of the whole disk. */
    public String device() {
        return device;
    }

    /** What the whole machine moves on it. */
    public Rate total() {
        return total;
    }

    /** What HDFS was charged for it, on all volumes of the disk. */
    public Rate hdfs() {
        return hdfs;
    }

    /** What verified executors take from it. */
    public Rate executors() {
        return executors;
    }

    /** What nobody claims. */
    public Rate unclaimed() {
        long rest = total.bytesPerSecond() - hdfs.bytesPerSecond() - executors.bytesPerSecond();
        return Rate.ofBytesPerSecond(Math.max(0, rest));
    }

    @Override
    public String toString() {
        return device + " " + total + ", HDFS " + hdfs + ", executors " + executors;
    }
}
