/**
 * Appointments for stages that scan: the first tasks of such a stage wait, once they have opened a file on HDFS and before they read it, until the coordinator says that it
 * is their turn. Spark's listeners cannot hold a stage up, and a task before its first file does nothing that could be held up through public interfaces.
 */
package io.hdfsthrottle.spark.slot;
