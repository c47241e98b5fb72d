/** Files of blocks as a scheduler of disk I/O needs them: read ahead, written back, and waited for. */
package io.hdfsthrottle.blockfile;
