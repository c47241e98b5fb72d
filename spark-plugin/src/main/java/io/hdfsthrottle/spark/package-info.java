/**
 * The Spark plugin: gives every HDFS operation of an application the identity that DataNodes share disks by.
 *
 * <p>The driver half registers the application with a coordinator and stamps Spark's Hadoop configuration, which Spark
 * itself carries to every task; nothing here waits on a task's path. Whatever goes wrong, the application runs as if the
 * plugin were not there, and one log line says so.
 */
package io.hdfsthrottle.spark;
