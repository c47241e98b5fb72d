/** The production scheduler of disk I/O in virtual time, on modelled disks and streams: {@link io.hdfsthrottle.simulation.Main} runs it, a report shows it. */
package io.hdfsthrottle.simulation;
