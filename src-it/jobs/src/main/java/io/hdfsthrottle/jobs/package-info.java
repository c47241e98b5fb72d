/** Plain Spark applications for tests and the quickstart. They deliberately contain no reference to hdfs-throttle. */
package io.hdfsthrottle.jobs;
