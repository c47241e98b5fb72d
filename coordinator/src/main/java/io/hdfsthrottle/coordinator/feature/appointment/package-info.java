/**
 * Appointments for I/O: an application states how much it wants to read and by when, and is told when to begin. Values
 * in, values out, except for the book that persists the appointments for the next leader.
 *
 * <p>Based on temporally coordinated scheduling in the paper on the storage scheduler Minerva (section 3.2). From the
 * paper: a request has a size and a deadline; the answer is to begin, to wait for a number of slices, or to wait for a
 * callback; and an application that coordinates has more weight where another one does not. Not in the paper, and
 * chosen here: an application asks for a callback explicitly; an appointment waits for other appointments, in the
 * order of requests, and for tenants without any that wait for disks of the nodes that it names, or of all, and leave it no room there: until they are forecast to
 * be done, or as long as it takes itself, and 15 slices at most; and never beyond its deadline or its patience; it is
 * promised a part of the capacity of these disks; the weight is what that needs against the tenants that wait for the same disks; and what its tenant got beyond its
 * fair share is returned afterwards, so that appointments shift I/O in time, and give no tenant more of it.
 */
package io.hdfsthrottle.coordinator.feature.appointment;
