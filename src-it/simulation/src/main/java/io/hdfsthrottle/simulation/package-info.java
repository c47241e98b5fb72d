/** The production pacer on a virtual clock with modelled disks and streams: seeded, event by event, without threads. */
package io.hdfsthrottle.simulation;
