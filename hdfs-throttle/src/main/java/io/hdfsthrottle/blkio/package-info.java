/** A kernel layer: each tenant's reading threads in a control group of cgroup v1's blkio, with limits and weights. */
package io.hdfsthrottle.blkio;
