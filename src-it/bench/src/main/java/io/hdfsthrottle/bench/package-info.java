/** The evidence: each {@link io.hdfsthrottle.bench.Scenario} measures on real HDFS what the project promises. */
package io.hdfsthrottle.bench;
