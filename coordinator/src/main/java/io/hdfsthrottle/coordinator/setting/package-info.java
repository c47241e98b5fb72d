/** Reads the coordinator's settings: what a text means, and what to say if it means nothing. */
package io.hdfsthrottle.coordinator.setting;
