/** HDFS as its NameNodes answer over HTTP (WebHDFS): the only way in which the coordinator reaches it. */
package io.hdfsthrottle.coordinator.webhdfs;
