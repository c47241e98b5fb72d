/** Real NameNodes, DataNodes, ZooKeepers, coordinators and Sparks as processes on the loopback address. */
package io.hdfsthrottle.rig;
