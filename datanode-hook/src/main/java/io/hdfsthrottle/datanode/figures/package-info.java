/** The hook's figures on a DataNode's {@code /jmx}. */
package io.hdfsthrottle.datanode.figures;
