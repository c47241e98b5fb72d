/** Executors on a DataNode's host: whether a process is who it says it is, what it takes from the DataNode's disks, and its tenant's control group. */
package io.hdfsthrottle.executor;
