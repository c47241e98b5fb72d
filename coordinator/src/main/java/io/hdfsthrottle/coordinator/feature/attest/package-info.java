/** Attests what was promised: finds what is not as rules and shares say, and tells when that begins and ends. */
package io.hdfsthrottle.coordinator.feature.attest;
