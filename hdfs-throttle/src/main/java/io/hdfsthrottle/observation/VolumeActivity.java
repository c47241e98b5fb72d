package io.hdfsthrottle.observation;

import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A snapshot of the activity of one volume and its tenants. Immutable. */
public final class VolumeActivity {

    private final String volume;
    private final DiskState disk;
    private final List<TenantActivity> tenants;

    private VolumeActivity(String volume, DiskState disk, List<TenantActivity> tenants) {
        this.volume = Objects.requireNonNull(volume, "volume");
        this.disk = Objects.requireNonNull(disk, "disk");
        this.tenants = List.copyOf(tenants);
    }

    public static VolumeActivity of(String volume, DiskState disk, List<TenantActivity> tenants) {
        return new VolumeActivity(volume, disk, tenants);
    }

    /** The state of the disk. */
    public DiskState disk() {
        return disk;
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** The capacity of the volume, if it is known: as configured, or as measured. */
    public Optional<Rate> capacity() {
        return disk.capacity();
    }

    /** The tenants that were seen lately. */
    public List<TenantActivity> tenants() {
        return tenants;
    }

    @Override
    public String toString() {
        return volume + " " + tenants;
    }
}
