/** Whom within an application HDFS is opened for: pools and tasks, each with a client of its own. */
package io.hdfsthrottle.spark.part;
