/**
 * The application's time spent waiting for bandwidth: the coordinator's figure, divided among stages by the bytes that
 * their tasks moved, and published where users of Spark look for it.
 */
package io.hdfsthrottle.spark.waiting;
