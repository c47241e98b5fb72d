/** Real NameNodes and DataNodes, and real HDFS clients that load them. */
package io.hdfsthrottle.testkit.hdfs;
