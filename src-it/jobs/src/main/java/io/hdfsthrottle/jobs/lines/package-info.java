/** Lines of text, read the way columnar formats read. */
package io.hdfsthrottle.jobs.lines;
