/**
 * The host's transfer threads as a quota: how many there are, how many more to lend, and which tenants' waits are
 * shortened while they run short.
 */
package io.hdfsthrottle.slots;
