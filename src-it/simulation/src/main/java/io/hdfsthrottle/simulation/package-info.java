/** The production scheduler of disk I/O in virtual time, on modelled disks and streams. */
package io.hdfsthrottle.simulation;
