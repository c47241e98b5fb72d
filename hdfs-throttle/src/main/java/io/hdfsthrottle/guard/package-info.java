/**
 * Limits other processes' I/O on the disks of a node: by their control groups, the device's dirty pages, and the node's
 * own group beside them. Off unless configured; whatever it changes is recorded first and restored.
 */
package io.hdfsthrottle.guard;
