/** HDFS client over HTTP (WebHDFS of NameNodes): the coordinator's only access to HDFS. */
package io.hdfsthrottle.coordinator.feature.tier.hdfs;
