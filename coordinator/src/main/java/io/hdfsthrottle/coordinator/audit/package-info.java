/** Audit log of changes and refusals: append-only, with the last events in memory. */
package io.hdfsthrottle.coordinator.audit;
