/**
 * Bandwidth of disks as a resource that is offered, asked for and admitted: what disks can promise, what is reserved of it, and who is next. Pure: a snapshot
 * goes in, a decision comes out.
 */
package io.hdfsthrottle.coordinator.offer;
