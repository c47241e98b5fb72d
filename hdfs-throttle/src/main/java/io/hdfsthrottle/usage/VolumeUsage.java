package io.hdfsthrottle.usage;

import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The use of one volume, in a node's usage report. Immutable. */
public final class VolumeUsage {

    private final String volume;
    private final Rate capacity;
    private final List<TenantUsage> tenants;
    private final List<PathCoverage> coverage;
    private final List<ApplicationActivity> applications;
    private final DiskUse disk;
    private final DiskFacts device;
    private final DrainFacts drain;

    private VolumeUsage(
            String volume,
            Rate capacity,
            List<TenantUsage> tenants,
            List<PathCoverage> coverage,
            List<ApplicationActivity> applications,
            DiskUse disk,
            DiskFacts device,
            DrainFacts drain) {
        this.volume = Objects.requireNonNull(volume, "volume");
        this.capacity = capacity;
        this.tenants = List.copyOf(tenants);
        this.coverage = List.copyOf(coverage);
        this.applications = List.copyOf(applications);
        this.disk = disk;
        this.device = device;
        this.drain = drain;
    }

    /** A volume; capacity null where it is not known. */
    public static VolumeUsage of(String volume, Rate capacity, List<TenantUsage> tenants) {
        return new VolumeUsage(volume, capacity, tenants, List.of(), List.of(), null, null, null);
    }

    /** The same with its coverage. */
    public VolumeUsage coveredBy(List<PathCoverage> newCoverage) {
        return new VolumeUsage(volume, capacity, tenants, newCoverage, applications, disk, device, drain);
    }

    /** The same with the applications that use it. */
    public VolumeUsage usedBy(List<ApplicationActivity> newApplications) {
        return new VolumeUsage(volume, capacity, tenants, coverage, newApplications, disk, device, drain);
    }

    /** The same with the use of its disk; null where that is not known. */
    public VolumeUsage sharedBy(DiskUse newDisk) {
        return new VolumeUsage(volume, capacity, tenants, coverage, applications, newDisk, device, drain);
    }

    /** The same with the disk that it lies on. */
    public VolumeUsage on(DiskFacts newDevice) {
        return new VolumeUsage(volume, capacity, tenants, coverage, applications, disk, newDevice, drain);
    }

    /** The same with what is left on it while it is to be drained; null while it is not. */
    public VolumeUsage drained(DrainFacts newDrain) {
        return new VolumeUsage(volume, capacity, tenants, coverage, applications, disk, device, newDrain);
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** Its capacity, if known. */
    public Optional<Rate> capacity() {
        return Optional.ofNullable(capacity);
    }

    /** The tenants that were seen lately. */
    public List<TenantUsage> tenants() {
        return tenants;
    }

    /**
     * The applications that used it within the last minute: those that waited longest, at most {@link
     * UsageReport#MOST_APPLICATIONS_OF_VOLUME}.
     */
    public List<ApplicationActivity> applications() {
        return applications;
    }

    /** The use of its disk by HDFS and others; nothing from a node that does not report it. */
    public Optional<DiskUse> disk() {
        return Optional.ofNullable(disk);
    }

    /** The disk that it lies on; nothing where there is no local one, or from a node that does not report it. */
    public Optional<DiskFacts> device() {
        return Optional.ofNullable(device);
    }

    /** What is left on it; nothing while it is not to be drained, or from a node that does not report it. */
    public Optional<DrainFacts> drain() {
        return Optional.ofNullable(drain);
    }

    /** The cover of each I/O path on it; empty from a node that does not report it. */
    public List<PathCoverage> coverage() {
        return coverage;
    }
}
