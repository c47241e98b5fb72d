/** Hadoop's YARN. */
package io.hdfsthrottle.testkit.yarn;
