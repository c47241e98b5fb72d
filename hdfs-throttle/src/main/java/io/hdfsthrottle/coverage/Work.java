package io.hdfsthrottle.coverage;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.Volume;
import java.util.Objects;

/** The work of an operation: its tenant, its volume, and whether it reads or writes. Immutable. */
public final class Work {

    private final Tenant tenant;
    private final Volume volume;
    private final IoPath path;

    private Work(Tenant tenant, Volume volume, IoPath path) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.volume = Objects.requireNonNull(volume, "volume");
        this.path = path;
    }

    /** An operation that reads. */
    public static Work reading(Tenant tenant, Volume volume) {
        return new Work(tenant, volume, IoPath.READS);
    }

    /** An operation that writes. */
    public static Work writing(Tenant tenant, Volume volume) {
        return new Work(tenant, volume, IoPath.WRITES);
    }

    /** The tenant that it is done for. */
    public Tenant tenant() {
        return tenant;
    }

    /** The volume that it is done on. */
    public Volume volume() {
        return volume;
    }

    /** The same on the disk that is called by that volume's storage id. */
    public Work on(String storageId) {
        return storageId.equals(volume.id()) ? this : new Work(tenant, Volume.of(storageId, null), path);
    }

    /** Whether it reads; else it writes. */
    public boolean reads() {
        return path == IoPath.READS;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Work
                && ((Work) other).path == path
                && ((Work) other).tenant.equals(tenant)
                && ((Work) other).volume.id().equals(volume.id());
    }

    @Override
    public int hashCode() {
        return Objects.hash(tenant, volume.id(), path);
    }

    @Override
    public String toString() {
        return path.label() + " for " + tenant + " on " + volume;
    }
}
