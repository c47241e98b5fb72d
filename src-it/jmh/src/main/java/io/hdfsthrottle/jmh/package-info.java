/** Cost of one call when nothing has to wait: for our hook, HDFS's own throttler, and common rate limiters. */
package io.hdfsthrottle.jmh;
