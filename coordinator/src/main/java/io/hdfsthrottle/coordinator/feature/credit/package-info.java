/**
 * Voluntary deprioritisation: a tenant that yields earns credits, the more of them the more others want the same disks,
 * and buys high priority with them later. Pure functions of values, except for the book that keeps the ledger for the
 * next leader.
 *
 * <p>After the paper on the storage scheduler Minerva, section 3.1. The paper says that with four processes, one earns 14 minutes of
 * high priority in an hour. By the paper's own weights it is 9.8: a slice of one second on a disk with four active
 * tenants earns 4 x 1.0, and 1 x 0.10 for the level {@code low}, so an hour earns 3,600 x 4.1 = 14,760 credits; a slice
 * of high priority costs 25, which makes 590 slices. The weights are implemented. With little or no contention the
 * paper's yielder earns about 2.5 minutes in an hour; here 2.6, while it uses a disk: 1.0 for itself, and 0.10. Not
 * specified there, and chosen here: a level counts 1, 2 or 3; the yielder is one of the active tenants; where it waits
 * for several disks, their mean counts; who uses disks without waiting has given nothing to others and counts alone;
 * and a yielder that uses no disk earns the 0.10 of its level only.
 */
package io.hdfsthrottle.coordinator.feature.credit;
