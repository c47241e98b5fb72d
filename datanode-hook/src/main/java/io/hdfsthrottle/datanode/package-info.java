/**
 * The hook inside a DataNode: takes the place of its throttlers and asks the agent's buckets instead.
 *
 * <p>{@code ThrottlePlugin} and the MXBean are all that anybody outside needs; {@code DataNodeInternals} is the only class
 * that touches what Hadoop does not publish.
 */
package io.hdfsthrottle.datanode;
