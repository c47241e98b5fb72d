/** What is done once a second, whoever leads. */
package io.hdfsthrottle.coordinator.upkeep;
