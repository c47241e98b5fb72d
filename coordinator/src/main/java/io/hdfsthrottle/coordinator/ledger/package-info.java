/** What nodes report, and what they are granted. */
package io.hdfsthrottle.coordinator.ledger;
