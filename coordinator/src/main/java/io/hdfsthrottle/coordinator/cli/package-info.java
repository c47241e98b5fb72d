/** {@code bin/hdfs-throttle}: starts the processes and asks them. */
package io.hdfsthrottle.coordinator.cli;
