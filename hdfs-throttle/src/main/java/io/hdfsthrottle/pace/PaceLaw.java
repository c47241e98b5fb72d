package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Optional;

/** Decides at every tick how far each tenant of a volume may go until the next. Used by the controller's thread alone. */
interface PaceLaw {

    /**
     * Decides.
     *
     * @param loads what was seen of each tenant
     * @param terms the terms of each, in the same order
     * @param diskBusy the part of the last tick in which the disk had something to do
     * @param now the controller's clock
     * @return one decision for each tenant, in the same order
     */
    List<Decision> decide(List<TenantLoad> loads, List<Terms> terms, double diskBusy, long now);

    /** What the volume can give now, as far as the law knows. */
    Optional<Rate> capacity();

    /** What one tenant is due, and the allowance that gives it. Immutable. */
    final class Decision {
        private final Entitlement entitlement;
        private final Allowance allowance;

        Decision(Entitlement entitlement, Allowance allowance) {
            this.entitlement = entitlement;
            this.allowance = allowance;
        }

        Entitlement entitlement() {
            return entitlement;
        }

        Allowance allowance() {
            return allowance;
        }
    }
}
