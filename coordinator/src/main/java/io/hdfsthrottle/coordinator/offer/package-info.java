/**
 * Admission control of reservations of disk bandwidth: what disks can promise, what is reserved of it, and which claim
 * is next. Pure: a snapshot goes in, a decision comes out.
 */
package io.hdfsthrottle.coordinator.offer;
