/**
 * Learns a disk's properties from its activity, and tunes the requests to it: pieces, window, quantum and the cost of a
 * switch. Pure: no thread, no clock, no file; time is a parameter. One object a volume, guarded by its caller.
 */
package io.hdfsthrottle.tuning;
