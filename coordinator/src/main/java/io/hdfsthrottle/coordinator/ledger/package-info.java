/** What nodes report. */
package io.hdfsthrottle.coordinator.ledger;
