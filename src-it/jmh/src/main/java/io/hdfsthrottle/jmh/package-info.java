/** What one call costs when nothing has to wait: ours, HDFS's own, and the limiters that others would take. */
package io.hdfsthrottle.jmh;
