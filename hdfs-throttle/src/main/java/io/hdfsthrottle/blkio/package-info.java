/** A kernel layer: each tenant's reading threads in a control group of cgroup v1's blkio, as a backstop. */
package io.hdfsthrottle.blkio;
