/**
 * How long the application waited for bandwidth: what the coordinator knows of it, divided among stages by what their tasks moved, and where users of Spark
 * look for it.
 */
package io.hdfsthrottle.spark.waiting;
