/** Sorting records of the sort benchmark. */
package io.hdfsthrottle.jobs.sort;
