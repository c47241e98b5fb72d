/** Tests that a machine cannot run are skipped for a stated reason, and listed. */
package io.hdfsthrottle.gaps;
