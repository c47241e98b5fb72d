/** What a transfer thread of the DataNode does, for whom, and where in that it waits. */
package io.hdfsthrottle.datanode.transfer;
