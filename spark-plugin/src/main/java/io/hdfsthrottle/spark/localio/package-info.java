/** What executors do on local disks: each says which process it is and what it moved, the driver tells the coordinator. */
package io.hdfsthrottle.spark.localio;
