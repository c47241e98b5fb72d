/**
 * Voluntary deprioritisation: a tenant that yields while others wait for the same disks earns credits, and buys high
 * priority with them later. Pure functions of values, except for the book that keeps the ledger for the next leader.
 *
 * <p>After the paper on the storage scheduler Minerva. The paper says that with four processes, one earns 14 minutes of
 * high priority in an hour. By the paper's own weights it is 9.8: a slice of one second on a disk with four active
 * tenants earns 4 x 1.0, and 1 x 0.10 for the level {@code low}, so an hour earns 3,600 x 4.1 = 14,760 credits; a slice
 * of high priority costs 25, which makes 590 slices. The weights are implemented. Not specified there, and chosen here:
 * a level counts 1, 2 or 3; the yielder is one of the active tenants; where it waits for several disks, their mean
 * counts; a slice in which the yielder did not wait, or no other tenant was active, earns nothing.
 */
package io.hdfsthrottle.coordinator.credit;
