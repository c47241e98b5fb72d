/**
 * Replica choice: readers prefer, among a block's replicas, the DataNode where their tenant has most unused
 * entitlement.
 *
 * <p>The driver polls the coordinator, executors poll the driver, each about once a second and only while they read;
 * the HDFS client orders the replicas of each located block by the latest answer. No read waits for it: missing or
 * outdated data leaves HDFS's own order.
 */
package io.hdfsthrottle.spark.replica;
