/** What disks have free, for people and for schedulers of other systems. */
package io.hdfsthrottle.cli.offer;
