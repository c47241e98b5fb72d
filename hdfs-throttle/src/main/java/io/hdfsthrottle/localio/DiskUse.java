package io.hdfsthrottle.localio;

import io.hdfsthrottle.unit.Rate;
import java.util.Objects;

/**
 * The current use of a volume's disk, as means of about five seconds: the I/O of the whole machine, and of that the
 * parts of HDFS and of verified executors; the rest is unclaimed. Immutable.
 */
public final class DiskUse {

    private final String device;
    private final Rate total;
    private final Rate hdfs;
    private final Rate executors;

    public DiskUse(String device, Rate total, Rate hdfs, Rate executors) {
        this.device = Objects.requireNonNull(device, "device");
        this.total = Objects.requireNonNull(total, "total");
        this.hdfs = Objects.requireNonNull(hdfs, "hdfs");
        this.executors = Objects.requireNonNull(executors, "executors");
    }

    /** {@code major:minor} of the whole disk. */
    public String device() {
        return device;
    }

    /** The I/O of the whole machine on it. */
    public Rate total() {
        return total;
    }

    /** The I/O charged for HDFS, on all volumes of the disk. */
    public Rate hdfs() {
        return hdfs;
    }

    /** The I/O of verified executors on it. */
    public Rate executors() {
        return executors;
    }

    /** The unclaimed rest. */
    public Rate unclaimed() {
        long rest = total.bytesPerSecond() - hdfs.bytesPerSecond() - executors.bytesPerSecond();
        return Rate.ofBytesPerSecond(Math.max(0, rest));
    }

    @Override
    public String toString() {
        return device + " " + total + ", HDFS " + hdfs + ", executors " + executors;
    }
}
