package io.hdfsthrottle.observation;

import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** How one volume and its tenants fare at one moment. Immutable. */
public final class VolumeActivity {

    private final String volume;
    private final DiskState disk;
    private final List<TenantActivity> tenants;

    private VolumeActivity(String volume, DiskState disk, List<TenantActivity> tenants) {
        this.volume = Objects.requireNonNull(volume, "volume");
        this.disk = Objects.requireNonNull(disk, "disk");
        this.tenants = List.copyOf(tenants);
    }

    /**
     * A volume at one moment.
     *
     * @param volume its storage id
     */
    public static VolumeActivity of(String volume, DiskState disk, List<TenantActivity> tenants) {
        return new VolumeActivity(volume, disk, tenants);
    }

    /** What is known of the disk, and how it is asked. */
    public DiskState disk() {
        return disk;
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** What the volume can give, as far as that is known: as configured, or as measured. */
    public Optional<Rate> capacity() {
        return disk.capacity();
    }

    /** Its tenants, those that were seen lately. */
    public List<TenantActivity> tenants() {
        return tenants;
    }

    @Override
    public String toString() {
        return volume + " " + tenants;
    }
}
