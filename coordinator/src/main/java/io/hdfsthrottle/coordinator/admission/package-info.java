/**
 * Admission control: limits what one caller may use of the coordinator, so that others are not affected: connections,
 * requests, threads and memory. Depends on Jetty, not on Javalin.
 */
package io.hdfsthrottle.coordinator.admission;
