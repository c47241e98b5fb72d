/**
 * Appointments for I/O: an application says how much it wants to read and by when, and is told when to begin. Values in, values out, but for the book that keeps the
 * appointments for the next leader.
 *
 * <p>After temporally coordinated scheduling in the paper on the storage scheduler Minerva (section 3.2). Said there: size and deadline are asked with, the answer is to
 * begin, to wait for a number of slices, or to wait for a call, and who coordinates weighs more where somebody else does not. Not said there, and chosen here: who is to
 * be called says so; an appointment waits for other appointments alone, in the order of their asking, and never longer than its deadline or its patience; it is
 * promised a part of what all disks can give; the weight is what that takes beside those who wait for the same disks; and what its tenant was given beyond its fair
 * share is returned afterwards, so that appointments move I/O in time, and give nobody more of it.
 */
package io.hdfsthrottle.coordinator.slot;
