/**
 * Moves replicas off leased volumes to other volumes of the same DataNode, by HDFS's own disk balancer, before the
 * lease begins: planning is pure, the DataNode is called at the edge.
 */
package io.hdfsthrottle.datanode.drain;
