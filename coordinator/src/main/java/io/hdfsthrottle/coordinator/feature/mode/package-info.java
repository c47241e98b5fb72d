/** Off, shadow and enforce: what DataNodes do about I/O, and what shadow says that enforcing would give. */
package io.hdfsthrottle.coordinator.feature.mode;
