/** The parts of an application for which HDFS is opened: pools and tasks, each with a client of its own. */
package io.hdfsthrottle.spark.part;
