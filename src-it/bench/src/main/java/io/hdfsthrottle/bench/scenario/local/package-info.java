/** Local I/O of Spark's executors beside HDFS on one disk. */
package io.hdfsthrottle.bench.scenario.local;
