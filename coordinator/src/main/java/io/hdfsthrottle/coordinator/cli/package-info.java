/** The commands that run the processes of a coordinator, beside the operator's own. */
package io.hdfsthrottle.coordinator.cli;
