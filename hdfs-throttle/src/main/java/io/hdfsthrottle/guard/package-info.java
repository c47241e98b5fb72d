/**
 * What holds strangers back on the disks of a node: other processes' control groups, the device's dirty pages, and the node's own
 * group beside them. Off unless configured; whatever it changes is written down first and put back.
 */
package io.hdfsthrottle.guard;
