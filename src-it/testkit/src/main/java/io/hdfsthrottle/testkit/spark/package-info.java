/** Real Spark: applications, standalone clusters and its SQL server. */
package io.hdfsthrottle.testkit.spark;
