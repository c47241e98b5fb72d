/**
 * The I/O scheduler: which piece of I/O a disk is asked for next, and how much of it may be outstanding. Pure: no
 * thread, no clock, no file; time is a parameter. One object a volume, guarded by its caller.
 */
package io.hdfsthrottle.law;
