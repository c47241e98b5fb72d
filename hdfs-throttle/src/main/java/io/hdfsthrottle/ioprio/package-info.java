/**
 * A kernel layer: each transfer thread with its tenant's I/O priority, where the disk's scheduler honours priorities.
 */
package io.hdfsthrottle.ioprio;
