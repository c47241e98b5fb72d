/** Spark's WordCount and TeraSort on a slow disk, neighbours beside them, and what the disk did meanwhile. */
package io.hdfsthrottle.bench.load.spark;
