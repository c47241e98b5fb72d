/** Benchmarks that verify the project's claims by measurements on real HDFS. */
package io.hdfsthrottle.bench;
