/** The places in a DataNode that the hook takes, and gives back when it stops. */
package io.hdfsthrottle.datanode.seat;
