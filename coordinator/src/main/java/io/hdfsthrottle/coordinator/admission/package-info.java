/** What one caller may take of the coordinator before others would notice: connections, requests, threads and memory. Knows Jetty, not Javalin. */
package io.hdfsthrottle.coordinator.admission;
