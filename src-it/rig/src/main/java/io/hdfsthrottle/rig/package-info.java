/** Test clusters of real NameNode, DataNode, ZooKeeper, coordinator and Spark processes on the loopback address. */
package io.hdfsthrottle.rig;
