/** The endpoints of disks and their leases. */
package io.hdfsthrottle.coordinator.rest.lease;
