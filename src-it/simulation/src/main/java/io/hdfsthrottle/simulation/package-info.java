/**
 * The production scheduler of disk I/O in virtual time, on modelled disks and streams:
 * {@link io.hdfsthrottle.simulation.Main} runs it and prints a report.
 */
package io.hdfsthrottle.simulation;
