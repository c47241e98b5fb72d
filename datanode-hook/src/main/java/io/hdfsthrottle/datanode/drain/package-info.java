/**
 * Moves what lies on leased volumes to others of the same DataNode, by HDFS's own disk balancer, before the time of their lease begins: what is moved where is pure,
 * the DataNode is asked at the edge.
 */
package io.hdfsthrottle.datanode.drain;
