/**
 * The I/O of processes beside the DataNode on its disks: executors' claims, the kernel's counters, and the account of
 * both.
 */
package io.hdfsthrottle.localio;
