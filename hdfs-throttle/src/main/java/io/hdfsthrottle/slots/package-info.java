/**
 * The host's transfer threads as a quota: how many there are, how many more to lend, and who gives way while they run
 * short.
 */
package io.hdfsthrottle.slots;
