/**
 * The last day of the disks: what tenants got, were due, wanted and waited, by tenant and disk, and what is so now.
 * Bounded in bytes, whatever nodes report, and kept for the next leader.
 */
package io.hdfsthrottle.coordinator.feature.timeline;
