package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Optional;

/** Decides at every tick how far each tenant of a volume may go until the next. Used by the controller's thread alone. */
interface PaceLaw {

    /**
     * Decides, and renews the allowance of each tenant's bucket.
     *
     * @param loads what was just seen of each tenant
     * @param grant the terms they are paced on
     * @param disk what it did in the last tick
     * @param now the controller's clock
     * @return what each is due, in the same order
     */
    List<Entitlement> pace(List<TenantLoad> loads, Grant grant, DiskUse disk, long now);

    /** The allowance of a tenant that no tick has looked at yet. */
    Allowance newcomer(long now);

    /** What the volume can give now, as far as the law knows. */
    Optional<Rate> capacity();
}
