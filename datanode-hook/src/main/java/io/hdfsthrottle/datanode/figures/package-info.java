/** What a DataNode's {@code /jmx} shows of the hook. */
package io.hdfsthrottle.datanode.figures;
