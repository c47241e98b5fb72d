/** The law at work: one queue a disk, transfer threads that wait in it until their piece was issued, and a thread that sees pieces complete. */
package io.hdfsthrottle.queue;
