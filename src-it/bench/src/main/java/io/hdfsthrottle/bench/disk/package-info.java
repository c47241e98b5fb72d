/** Disks of known speed, and what the page cache keeps of their files. */
package io.hdfsthrottle.bench.disk;
