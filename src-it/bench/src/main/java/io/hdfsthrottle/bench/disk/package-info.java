/** Disks of known speed, and control of the page cache for their files. */
package io.hdfsthrottle.bench.disk;
