/** Skips tests that a machine cannot run, for a stated reason, and lists them. */
package io.hdfsthrottle.gaps;
