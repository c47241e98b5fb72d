/**
 * One share for the whole cluster: from what disks report, the weights, splits of limits and of reservations of every disk. Pure:
 * values in, values out.
 *
 * <p>The law. A node divides each disk by weighted max-min over momentary demands. So the balancer looks for the flow from
 * tenants through disks whose totals are weighted max-min fair, {@code total = clamp(priority x level, reservation,
 * limit)} as far as demand and disks allow, and gives each tenant on each disk the weight that its part there takes:
 * {@code weight = priority - what it gets elsewhere / level of the disk}. A tenant with data on that disk alone, or with no
 * demand there, has its priority: its cluster-wide due is there for a newcomer at once. A disk on which nobody is held back
 * has the policy's terms. Who asked for little and seems to be held back is believed when the next report says so, too; who has
 * just come keeps the weight that waited for it until the reports of the disks that it left are there.
 *
 * <p>Limits are divided by demand. What may be in force on a disk is the most of what was said last and of what the node has
 * not confirmed to be superseded; the sum of that never exceeds the limit. A silent node keeps what it has until it expires. A new
 * coordinator listens first, and then, until silent nodes' terms have expired, gives out no more of a limit than the nodes that it
 * heard had.
 */
package io.hdfsthrottle.coordinator.balance;
