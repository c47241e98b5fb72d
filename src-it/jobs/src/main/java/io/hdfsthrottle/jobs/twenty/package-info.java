/** Twenty jobs whose results are compared row for row, whatever reads and writes below them. */
package io.hdfsthrottle.jobs.twenty;
