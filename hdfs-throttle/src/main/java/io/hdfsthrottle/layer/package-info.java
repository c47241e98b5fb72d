/**
 * What the kernel does beside pacing: each layer is tried where it is to work, used only where it did, and says what it covers.
 * Above {@code pace} and {@code kernel}; assembled by {@code agent}.
 */
package io.hdfsthrottle.layer;
