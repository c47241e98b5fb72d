/** What the hook may do about I/O: nothing, count it, or schedule it; for the cluster, a node and a tenant. */
package io.hdfsthrottle.mode;
