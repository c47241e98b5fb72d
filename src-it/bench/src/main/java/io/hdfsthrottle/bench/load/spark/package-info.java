/** Spark's WordCount and TeraSort on a slow disk, with neighbouring loads and the use of the disk. */
package io.hdfsthrottle.bench.load.spark;
