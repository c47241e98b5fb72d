/**
 * One share for the whole cluster: from what disks report, the weights, splits of limits and of reservations of every
 * disk. Pure: values in, values out.
 *
 * <p>The law. A node divides each disk by weighted max-min over momentary demands. So the balancer looks for the flow
 * from tenants through disks whose totals are weighted max-min fair, {@code total = clamp(priority x level,
 * reservation, limit)} as far as demand and disks allow, and gives each tenant on each disk the weight that its part
 * there takes: {@code weight = priority - what it gets elsewhere / level of the disk}. A tenant with data on that disk
 * alone, or with no demand there, has its priority: its cluster-wide due is there for a newcomer at once. A disk on
 * which no tenant is throttled has the policy's terms. Who is throttled is what its node says, and never guessed: a
 * guess from what a tenant got would keep the weights that gave it little. A tenant that has just arrived keeps the
 * weight prepared for it until the disks that it left have reported.
 *
 * <p>Limits are divided by demand. The part that may be in force on a disk is the larger of the last one sent and of
 * those that the node has not confirmed as replaced; the sum of these never exceeds the limit. A silent node keeps its
 * terms until they expire. A new coordinator first only listens; then, until the terms of silent nodes have expired, it
 * distributes no more of a limit than the nodes that have reported already held.
 */
package io.hdfsthrottle.coordinator.balance;
