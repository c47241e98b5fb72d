/**
 * Appointments for scanning stages: the first tasks of such a stage wait, once they have opened a file on HDFS and
 * before they read it, until the coordinator grants the stage its time. Spark's listeners cannot delay a stage, and a
 * task before its first file does nothing that could be delayed through public interfaces.
 */
package io.hdfsthrottle.spark.appointment;
