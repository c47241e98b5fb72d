/**
 * The Spark plugin: gives every HDFS operation of an application the identity by which DataNodes share disk bandwidth.
 *
 * <p>The driver half registers the application with a coordinator and stamps Spark's Hadoop configuration, which Spark
 * itself carries to every task; nothing here blocks on a task's path. Whatever fails, the application runs as without
 * the plugin, and one log line says so.
 */
package io.hdfsthrottle.spark;
