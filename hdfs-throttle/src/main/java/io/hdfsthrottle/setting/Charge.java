package io.hdfsthrottle.setting;

import io.hdfsthrottle.unit.Rate;
import java.util.Locale;
import java.util.Optional;

/** How a tenant's reads are charged. Writes are always charged as transferred, because the disk does them later. */
public enum Charge {
    /** {@link #DEVICE} where no capacity of disks is configured, {@link #TRANSFERRED} where one is. */
    AUTO,

    /** The work of the device, and a small part of what came from memory. */
    DEVICE,

    /** Every byte as it is transferred, wherever it came from. */
    TRANSFERRED;

    static Charge parse(String value) {
        for (Charge charge : values()) {
            if (charge.toString().equals(value)) {
                return charge;
            }
        }
        throw new IllegalArgumentException("auto, device or transferred, for example auto");
    }

    /**
     * The effective charge. A configured capacity is what the administrator lets the node serve, so all that is served
     * counts; a measured one is the disk's own, so only what the disk does counts.
     */
    Charge orWith(Optional<Rate> capacity) {
        if (this != AUTO) {
            return this;
        }
        return capacity.isPresent() ? TRANSFERRED : DEVICE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
