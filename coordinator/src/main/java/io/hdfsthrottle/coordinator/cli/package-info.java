/** The commands that set up and run a coordinator and ZooKeeper, in addition to the operator's commands. */
package io.hdfsthrottle.coordinator.cli;
