/**
 * The hook inside a DataNode: takes the place of its throttlers and asks the agent's buckets instead.
 *
 * <p>{@code ThrottlePlugin} and the MXBean are all that anybody outside needs; what Hadoop does not publish is
 * touched by {@code HostField} and {@code HostMethod} alone, and each class that uses them is one capability: where this Hadoop lacks it,
 * the log says what is missing and the rest goes on.
 */
package io.hdfsthrottle.datanode;
