/** The endpoints of tiers. */
package io.hdfsthrottle.coordinator.rest.tier;
