/**
 * Disks as a resource: which disks the nodes have, and which of them are leased as a whole. Pure functions of values,
 * except for the book that keeps the ledger for the next leader.
 *
 * <p>A disk is named by the volumes that lie on it, because storage ids outlive a node's restart and device numbers do
 * not; volumes that share a device are leased together or not at all.
 */
package io.hdfsthrottle.coordinator.feature.lease;
