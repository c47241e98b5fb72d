/**
 * Applications that run on leased disks: what can be launched, for whom, and how it stands with it. Values in, values out, but for the book that leases, starts and
 * ends.
 */
package io.hdfsthrottle.coordinator.launch;
