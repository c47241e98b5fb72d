/** Configured policy: tenants with their priorities, and the rules that map callers to them. */
package io.hdfsthrottle.coordinator.policy;
