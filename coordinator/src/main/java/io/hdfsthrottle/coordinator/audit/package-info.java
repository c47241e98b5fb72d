/** Who changed what, and who was refused: an append-only log, and the last of it in memory. */
package io.hdfsthrottle.coordinator.audit;
