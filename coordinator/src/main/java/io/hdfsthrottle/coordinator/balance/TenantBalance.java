package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;

/**
 * The entitlement of one tenant in the whole cluster.
 *
 * @param demand the sum of its demand on all disks; a whole disk where it is throttled
 * @param entitlement the sum of what it is due on all disks
 * @param level the entitlement in bytes per second for each point of its priority
 * @param splits the sum of the parts of its limit that may be in force on disks, at most the limit and {@code
 *     uncovered}; {@link Rate#ZERO} for a tenant without a limit
 * @param uncovered how much that sum may be above the limit, because there are so many disks that the least part for
 *     each takes more than a tenth of the limit; 0 otherwise
 */
public record TenantBalance(Tenant tenant, Rate demand, Rate entitlement, double level, Rate splits, Rate uncovered) {}
