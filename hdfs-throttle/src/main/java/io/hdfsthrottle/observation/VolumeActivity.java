package io.hdfsthrottle.observation;

import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** How one volume and its tenants fare at one moment. Immutable. */
public final class VolumeActivity {

    private final String volume;
    private final Optional<Rate> capacity;
    private final boolean pacing;
    private final List<TenantActivity> tenants;

    private VolumeActivity(String volume, Optional<Rate> capacity, boolean pacing, List<TenantActivity> tenants) {
        this.volume = Objects.requireNonNull(volume, "volume");
        this.capacity = Objects.requireNonNull(capacity, "capacity");
        this.pacing = pacing;
        this.tenants = List.copyOf(tenants);
    }

    /**
     * A volume on which tenants can be held back.
     *
     * @param volume its storage id
     * @param capacity what it can give, if that is known
     */
    public static VolumeActivity paced(String volume, Optional<Rate> capacity, List<TenantActivity> tenants) {
        return new VolumeActivity(volume, capacity, true, tenants);
    }

    /**
     * A volume on which bytes are counted and nobody is held back.
     *
     * @param volume its storage id
     */
    public static VolumeActivity counted(String volume, Optional<Rate> capacity, List<TenantActivity> tenants) {
        return new VolumeActivity(volume, capacity, false, tenants);
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** What the volume can give, as far as that is known: as configured, or as measured. */
    public Optional<Rate> capacity() {
        return capacity;
    }

    /** Whether anybody can be held back here; if not, the disk's capacity is neither set nor to be seen. */
    public boolean isPacing() {
        return pacing;
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
