/** Twenty jobs whose results are compared row by row, independent of the file system below them. */
package io.hdfsthrottle.jobs.twenty;
