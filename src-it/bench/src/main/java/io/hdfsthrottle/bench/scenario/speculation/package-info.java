/** Tasks that wait for bandwidth, where Spark copies slow tasks and HDFS hedges slow reads. */
package io.hdfsthrottle.bench.scenario.speculation;
