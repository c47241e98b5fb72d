/** Ranking pages by their links. */
package io.hdfsthrottle.jobs.rank;
