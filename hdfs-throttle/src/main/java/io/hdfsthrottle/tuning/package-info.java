/**
 * What is learned of a disk from what it did, and how it is to be asked for that reason: pieces, window, quantum and the cost of a switch. Pure: no
 * thread, no clock, no file; time is a parameter. One object a volume, guarded by its caller.
 */
package io.hdfsthrottle.tuning;
