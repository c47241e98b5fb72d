/**
 * The scheduler at work: one queue per disk, transfer threads that wait in it until their piece was issued, and a
 * thread that awaits the completion of pieces.
 */
package io.hdfsthrottle.queue;
