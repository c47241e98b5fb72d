/** What processes beside the DataNode do on its disks: executors' claims, the kernel's counters, and the account of both. */
package io.hdfsthrottle.localio;
