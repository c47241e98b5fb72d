/** Lines as columnar formats read. */
package io.hdfsthrottle.jobs.lines;
