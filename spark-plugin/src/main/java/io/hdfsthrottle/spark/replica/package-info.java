/**
 * Readers choose, among a block's replicas, the DataNode where their tenant has most entitlement left.
 *
 * <p>The driver asks the coordinator, executors ask the driver, each about once a second and only while they read; the HDFS client puts the replicas of
 * each located block in an order by what it was told. Nothing of it is on the way of a read: what is not known, or too old, leaves HDFS's own order.
 */
package io.hdfsthrottle.spark.replica;
