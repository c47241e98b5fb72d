/** The tables of the Spark I/O control paper: jobs alone, beside each other, and beside readers and writers. */
package io.hdfsthrottle.bench.scenario.table;
