/**
 * Reports of executors' I/O on local disks: each executor tells the driver its process and its figures, the driver
 * tells the coordinator.
 */
package io.hdfsthrottle.spark.localio;
