/**
 * The hook inside a DataNode: replaces its throttlers and its file I/O by calls to the agent's queues. Code outside
 * needs only {@code ThrottlePlugin} and the MXBean.
 */
package io.hdfsthrottle.datanode;
