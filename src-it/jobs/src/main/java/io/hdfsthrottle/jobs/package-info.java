/** Plain Spark applications for tests and the quickstart. They know nothing of hdfs-throttle: that is their point. */
package io.hdfsthrottle.jobs;
