/**
 * Executors on a DataNode's host: verification of their processes, their I/O on the DataNode's disks, and their
 * tenants' control groups.
 */
package io.hdfsthrottle.executor;
