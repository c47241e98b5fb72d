/** Disks of known speed: loop devices on images. */
package io.hdfsthrottle.testkit.disk;
