/** The hook's figures on a DataNode's {@code /jmx}, and in Hadoop's metrics for its {@code /prom} and every sink. */
package io.hdfsthrottle.datanode.figures;
