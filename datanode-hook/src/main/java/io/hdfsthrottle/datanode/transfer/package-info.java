/** The operation of a DataNode's transfer thread, its client, and the points where it waits. */
package io.hdfsthrottle.datanode.transfer;
