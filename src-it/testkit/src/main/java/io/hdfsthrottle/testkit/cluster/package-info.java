/** Clusters of all of these, with and without Kerberos. */
package io.hdfsthrottle.testkit.cluster;
