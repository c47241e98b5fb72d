/**
 * The hook inside a DataNode: takes the places of its throttlers and of its file I/O, and asks the agent's queues instead. {@code ThrottlePlugin}
 * and the MXBean are all that anybody outside needs.
 */
package io.hdfsthrottle.datanode;
