/** The evidence: each benchmark measures on real HDFS what the project promises. */
package io.hdfsthrottle.bench;
