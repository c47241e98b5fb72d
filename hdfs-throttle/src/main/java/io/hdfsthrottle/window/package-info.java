/**
 * How much a disk is asked for at once: pieces, window, quantum and the cost of a seek, from the disk's rate and
 * latency. Pure: no thread, no clock, no file; time is a parameter. One object a disk, guarded by its caller.
 */
package io.hdfsthrottle.window;
